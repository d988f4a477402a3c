import { LEASE_MS, PLACE_KEPT_MS } from '../../../shared/arena/row.ts';

const inSeconds = (ms: number): string => `${ms / 1_000} s`;

export const STATE = `
## The state, and staying up to date

\`hello {v, arena, game?, ply?}\` is answered with \`state\`: the arena, your place in it, your
game with all its moves and both clocks, and where you stand. It is the whole truth: replace what
the client knows. Where the game that you name has ended and is scored meanwhile, its end is in
\`ended\`. A \`v\` that is not spoken any more is answered with \`bye upgrade\`: ask the player to
update; one that is not spoken yet is refused (\`invalid\`, field \`v\`).

Everything else that the server says is news on top of it. Pushes may be lost, doubled, or come in
another order than they were sent. For the news of a game:

- \`ply\` is the last known one + 1 and \`t\` is \`moved\`, by the side whose turn it is: play
  the move. (A move that was sent again is answered with the
  \`ply\` of now, which may be the opponent's.)
- \`ply\` is the last known one: take \`clock\`, \`end\` and what \`t\` says; a \`moved\` is known
  already.
- \`ply\` is smaller, or the game is known to be over: old, ignore it.
- Anything else is early: hold one such message for 300 ms. If the missing one comes, play both;
  else, or when a second one comes early, send \`hello\`.

Send \`hello\` also after every reconnect, when the app comes back to the foreground, and when a
refusal says that the client was behind.
`;

export const LOBBY = `
## The arena

\`enter\` takes a seat; whoever sits in another arena leaves that one (not during a game there:
\`playingElsewhere\`). Each message about the arena is answered with \`state\`, but for
\`leave\`, which gives the seat up and is answered with \`left\`.

**Conditions.** An arena may ask for an account, a password, a place on its list, a rating or a
number of rated games; a provisional rating (shown with \`?\`) meets no limit. \`enter\` is then
refused with \`entryRefused\`: \`field\` names the condition (see [left](#left)), \`expected\` says
what it asks for. \`GET /arenas/{id}/entry\` has all of them, with what you have. They are looked at
again just before the start: whoever does not meet them any more is told \`left\`, and may try
again.

**Lobby.** \`lobby {after}\` says "ready". \`after\` is the game you have played last
(\`you.lastGame\`, or \`game\` of \`scored\`), null before the first one. Ready players are paired
at once, or told why not (\`waiting\`). Before the start one \`lobby\` is enough to be in the
first wave.

**Lease.** Being ready holds for ${inSeconds(LEASE_MS)}. A client that waits repeats \`lobby\`
every 10 s, in the foreground only: a phone that sleeps must not be paired. Once the lease is over
you are paired with nobody; a new \`lobby\` within ${inSeconds(PLACE_KEPT_MS)} keeps your place
and your waiting time.

**Wish.** \`lobby {after: <the running game>}\` during a game: you are ready as soon as it is
scored (\`wish\` in the state). If the game took longer than the lease, send \`lobby\` again on
\`scored\`.

**Pause.** \`pause\` takes you out of the lobby (a running game goes on), \`resume\` ends the
pause; then send \`lobby\`. Whoever does not make his first move in time is paused by the server.
\`lobby\` never ends a pause.

**paired** brings the whole game. \`voided\` takes it back, when the other player could not be
reached before anybody has moved: go on waiting.

**scored** comes when a game is stored in both sheets, a moment after \`ended\`: points, reason,
total, whether you are on fire, and where you stand. If it is lost, \`you.lastGame\` of the next
\`state\` says it.

**cancelled**: the organiser has called the arena off; a running game is void. **note**: what he
has to say to all.

**removed**: the organiser has taken you out; a running game is lost. **frozen**: the final
ranking is there. It may come twice (same \`version\`) or not at all: \`arena.state\` and the HTTP
API know, too.
`;
