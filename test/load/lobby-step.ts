import { isPlaying } from '../../shared/client/my-game.ts';
import { isGone, rest, type Self } from './self.ts';

const RETURN_MS_MIN = 100;
const RETURN_MS_SPREAD = 2_000;
/** Of the returns to the lobby of somebody who travels. */
const TRAVEL_SHARE = 0.5;
/** Within this time after his return, so that he races the pairing of the arena he leaves. */
const TRAVEL_MS_SPREAD = 300;

/** What a player does without a running game. */
export interface LobbySteps {
  /** Wants the next game, a while after the last one: to be called whenever he may have none. */
  readonly goOn: () => Promise<void>;
  /** He is ready to be paired: some look for the other arena just then. */
  readonly ready: () => Promise<void>;
}

export function createLobbySteps(self: Self): LobbySteps {
  const { client, arena, options } = self;
  const { random, travels, untilMs } = options;
  let isResting = false;
  let isLeaving = false;

  const isFree = (): boolean =>
    !isGone(self) && !isPlaying(client.state.game) && Date.now() < untilMs;

  const takeRest = async (): Promise<void> => {
    isResting = true;
    isLeaving = travels && random.unit() < TRAVEL_SHARE;
    await rest(self, RETURN_MS_MIN + random.below(RETURN_MS_SPREAD));
    isResting = false;
  };

  const goOn = async (): Promise<void> => {
    const { game, seat, wanted } = client.state;
    if (isResting || !isFree() || (wanted && !seat?.paused)) return;
    const hasPlayed = game !== null || (seat !== null && seat.lastGame !== null);
    if (hasPlayed) await takeRest();
    if (client.state.seat?.seated === false) await client.ask({ t: 'enter', arena });
    if (client.state.seat?.paused) await client.resume();
    if (isFree() && !client.state.wanted) client.want();
  };

  const ready = async (): Promise<void> => {
    if (!isLeaving) return;
    isLeaving = false;
    await rest(self, random.below(TRAVEL_MS_SPREAD));
    if (!isFree()) return;
    const other = options.arenas[0] === arena ? options.arenas[1] : options.arenas[0];
    const answer = await client.ask({ t: 'enter', arena: other });
    const hasMoved = answer?.t === 'state';
    options.tally.count(hasMoved ? 'moved to the other arena' : 'stayed in his arena');
    if (hasMoved) self.leave(other);
  };

  return { goOn, ready };
}
