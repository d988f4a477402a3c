import type { Agenda } from './agenda.ts';
import type { Look, PastGame } from './history.ts';
import type { LegalWaits } from './legal-waits.ts';
import type { Player } from './player.ts';
import type { Pairer, World } from './world.ts';

/** A simulation under way: the world, and what is kept of it. */
export interface Run {
  readonly world: World;
  readonly pairer: Pairer;
  readonly players: readonly Player[];
  /** The same set as the world's, which nobody else may change. */
  readonly waiting: Set<Player>;
  readonly legal: LegalWaits;
  readonly games: PastGame[];
  readonly looks: Look[];
}

const nowOf = ({ world }: { readonly world: { readonly agenda: Agenda } }): number =>
  world.agenda.nowMs();

/** A player comes to the lobby, for the first time, after a game or after a pause. */
export function comeToLobby(run: Run, player: Player): void {
  becomeReady(run, player, nowOf(run));
  run.legal.arrive(player, nowOf(run));
  tellChanged(run);
  run.pairer.ready();
}

export function becomeReady(run: Run, player: Player, nowMs: number): void {
  if (player.doing === 'coming') run.world.table.enter(player);
  player.doing = 'ready';
  player.readySinceMs = nowMs;
  run.waiting.add(player);
}

/** The table has changed, or who is around. */
export function tellChanged(run: Run): void {
  run.legal.recheck(nowOf(run));
  run.pairer.changed();
}
