import { FLAG_GRACE_MS } from '../../../shared/game/clock.ts';
import { OFFER_EVERY_PLIES, OFFER_FROM_PLY } from '../../../shared/game/concede.ts';
import { PLIES_MAX } from '../../../shared/game/game.ts';

const inSeconds = (ms: number): string => `${ms / 1_000} s`;

export const CLOCKS = `
## Clocks

The server's time decides, and the time of a command is when the gateway received it. Measure the
difference to the own clock: \`pong.nowMs\` − (sent + received)/2 of the quickest of some pings,
or \`nowMs\` of \`state\` and \`paired\` until then. Never trust the phone's clock alone.

\`clock.remainingMs\` is what both sides had at \`clock.lastAtMs\`. Show the side to move
\`deadlineMs\` − now, or \`remainingMs\` − (now − \`lastAtMs\`) where a countdown or a claim sets
an earlier deadline. The first move of each side costs no time and earns no increment: until it is
made the deadline is a countdown. A lag allowance of the arena (\`policy.lagAllowanceMs\`, none by
default) is contained in \`deadlineMs\`. Whoever lets it pass loses (\`noShow\`) and is paused.

**Flag.** \`deadlineMs\` is when the side to move has lost. A move that the gateway received
before it counts, however late the function runs, so nothing is decided until the grace of
${inSeconds(FLAG_GRACE_MS)} is over: a \`claimFlag\` before that is refused \`tooEarly\` with
\`retryInMs\`, a move after the deadline \`outOfTime\`. The client whose opponent is to move sends
\`claimFlag\` at \`deadlineMs\` + ${FLAG_GRACE_MS} ms by server time, waits \`retryInMs\` where it
is refused, and never concludes by itself that a game is over. If nobody claims, the server ends
the game a little later. \`end.endedAtMs\` is the deadline in either case.
`;

export const PLAYING = `
## The game

**Berserk**, where \`berserkable\`: before your own first move, once. Half of the time and all of
the increment go (an initial time below 40 increments stays whole). \`berserked\` carries the new
clock.

**Draws.** \`offerDraw\` from ply ${OFFER_FROM_PLY} on, ${OFFER_EVERY_PLIES} plies after the own
last offer at the earliest (\`drawTooSoon\`). The offer (\`drawOffered\`, \`offer\` of the game)
stands until the opponent sends \`acceptDraw\` or \`declineDraw\`, moves, or the game ends. Two
offers that cross are an agreement. A clock that runs out while an offer stands loses all the
same.

**Leavers.** A player who is off line loses no more than his time. If it is his turn and he seems
to have left, send \`claimAbandoned\`: both are told \`areYouThere\` and \`clock.deadlineMs\`
comes nearer. The client that is asked shows it and sends \`here\` at once when the app is in the
foreground; \`hello\`, and any command of the game that is not refused, say so, too. The opponent
is told \`stillHere\`, or sees the new deadline in the next news; the next claim has to wait as
long as this one (\`tooEarly\`). Otherwise the claimant has won (\`abandoned\`): he sends
\`claimFlag\` after the deadline as above.

**Resigning** is possible any time. After ${PLIES_MAX} plies a game is a draw (\`tooLong\`). There
is no takeback and no rematch.

**The end of the arena** ends no game: it is played out, and \`scored\` says whether it counted.
`;
