import type { Side } from '../../../shared/rules/rules.ts';
import type { Shown } from './shown.ts';

/** How a game is meant to go. */
export interface Script {
  /** This side gives up at this ply. */
  readonly resign?: { readonly side: Side; readonly ply: number };
  /** The side to move at this ply offers a draw, the other one agrees. */
  readonly drawAtPly?: number;
  readonly noShow?: Side;
  readonly berserk?: Side;
  /** Both drop their line once, at this ply of theirs. */
  readonly dropAtPly?: number;
  /** Thinks until the bell has gone, then hurries. */
  readonly pastTheBell?: boolean;
}

/** What the two players bring into a game. */
export interface Forms {
  /** One of the last games that can still start. */
  readonly last: boolean;
  readonly stronger: Side;
  readonly weaker: Side;
  /** Wins in a row of the stronger one. */
  readonly wins: number;
  /** One of them is in a draw streak and not on fire. */
  readonly drew: boolean;
}

interface Scene {
  readonly shows: Shown;
  readonly fits: (now: Forms) => boolean;
  readonly script: (now: Forms) => Script;
}

/** Seven own moves of either side, so that a berserk win has its bonus. */
const ENOUGH_PLIES = 16;
const QUICK_DRAW_PLY = 4;
/** A draw that is neither quick nor long. */
const PLAIN_DRAW_PLY = 24;
const DROP_PLY = 5;

const always = (): boolean => true;
const pastTheBell = (): Script => ({ pastTheBell: true });
const plainDraw = (): Script => ({ drawAtPly: PLAIN_DRAW_PLY });
const plainWin = ({ weaker }: Forms): Script => ({ resign: { side: weaker, ply: ENOUGH_PLIES } });
const berserkWin = (now: Forms): Script => ({ ...plainWin(now), berserk: now.stronger });

/** The first scene that fits, belongs to the arena and was not seen yet is played. */
export const SCENES: readonly Scene[] = [
  { shows: 'afterBell', fits: ({ last }) => last, script: pastTheBell },
  { shows: 'lateGame', fits: ({ last }) => last, script: pastTheBell },
  { shows: 'winOnFire', fits: ({ wins }) => wins >= 2, script: berserkWin },
  { shows: 'drawOnFire', fits: ({ wins }) => wins >= 2, script: plainDraw },
  { shows: 'drawStreak', fits: ({ drew }) => drew, script: plainDraw },
  { shows: 'noShow', fits: ({ wins }) => wins === 0, script: ({ weaker }) => ({ noShow: weaker }) },
  {
    shows: 'quickDraw',
    fits: ({ wins }) => wins === 0,
    script: () => ({ drawAtPly: QUICK_DRAW_PLY }),
  },
  { shows: 'berserk', fits: always, script: berserkWin },
  { shows: 'reconnect', fits: always, script: () => ({ dropAtPly: DROP_PLY }) },
  { shows: 'draw', fits: always, script: plainDraw },
  { shows: 'win', fits: always, script: plainWin },
  { shows: 'loss', fits: always, script: plainWin },
];
