import type { GameId } from '../../shared/core/ids.ts';
import type { Game } from '../../shared/game/game.ts';
import { rulesOf } from '../../shared/rules/registry.ts';
import { otherSide } from '../../shared/rules/rules.ts';
import type { Acknowledged } from './witness.ts';

/** Commands that the server has said to have done and that no stored version shows. */
export function lostCommands(
  acknowledged: readonly Acknowledged[],
  games: ReadonlyMap<GameId, readonly Game[]>,
): string[] {
  return acknowledged.flatMap(({ asked, answer }) => {
    const versions = games.get(answer.game) ?? [];
    const isKept = hasEnd(versions, answer) && hasEffect(versions, asked, answer);
    return isKept ? [] : [`${asked.t} in game ${answer.game} at ply ${answer.ply}`];
  });
}

function hasEnd(versions: readonly Game[], { end }: Acknowledged['answer']): boolean {
  const last = versions.at(-1);
  if (last === undefined) return false;
  if (end === null) return true;
  const { winner, ending, endedAtMs } = end;
  return (
    last.state === 'done' &&
    last.winner === winner &&
    last.ending === ending &&
    last.endedAtMs === endedAtMs
  );
}

function hasEffect(
  versions: readonly Game[],
  asked: Acknowledged['asked'],
  answer: Acknowledged['answer'],
): boolean {
  switch (answer.t) {
    case 'moved': {
      const last = versions.at(-1);
      const texts = last === undefined ? [] : rulesOf(last.kind).texts(last.moves);
      return asked.t === 'move' && texts[asked.ply] === answer.move;
    }
    case 'berserked':
      return versions.at(-1)?.berserk[answer.by] === true;
    case 'drawOffered':
      return (
        asked.t === 'offerDraw' &&
        versions.some(({ offeredAtPly }) => offeredAtPly[answer.by] === asked.ply)
      );
    case 'drawDeclined':
      return versions.some(
        ({ offer, offeredAtPly }) => offer === null && offeredAtPly[otherSide(answer.by)] !== null,
      );
    case 'areYouThere':
      return versions.some(({ claim }) => claim?.by === answer.by);
    case 'ended':
      return answer.end !== null;
    case 'stillHere':
      // Where nobody has asked there is nothing to store.
      return true;
  }
}
