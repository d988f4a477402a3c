import { WORDS } from '../../../shared/app/lobby.ts';
import { COMMANDS } from '../../../shared/app/play.ts';
import { TICKET_MS } from '../../../shared/app/players.ts';
import { MESSAGE_BYTES_MAX, PROTOCOL_VERSION } from '../../../shared/protocol/client-message.ts';

const inSeconds = (ms: number): string => `${ms / 1_000} s`;

/** What everybody reads first. */
export const PREAMBLE = `
# The protocol of the players

For whoever writes a client, mobile or web. Version ${PROTOCOL_VERSION}. This page and
\`docs/asyncapi.yaml\` are made by \`npm run docs\` from the schemas that the server parses with
and from the types of what it says: do not edit them.

Messages are JSON objects in text frames. \`t\` says what a message is. Times are integers:
instants in milliseconds since 1970 by the server's clock (\`…AtMs\`, \`nowMs\`), lengths in
milliseconds. Points are as printed, so a draw may be 0.5. Ids are 11 characters of 0-9A-Za-z. A
client ignores fields and types that it does not know; the server ignores unknown fields, too.
`;

export const CONNECTING = `
## Connecting

1. Fetch a ticket over HTTPS: \`POST /tickets\` with the player's bearer token, or \`POST
   /guests/{id}/tickets\` with the guest's secret in the body (\`POST /guests\` makes a guest).
   The answer is \`{player, ticket, expiresInMs, url}\`.
2. Open \`url\` as a WebSocket. A ticket opens one connection, within ${inSeconds(TICKET_MS)}. The
   handshake fails with 401 (no ticket), 403 (wrong, used or too old), 429 or 5xx (later again):
   fetch a new ticket for every attempt. Nothing but the ticket is in the address; send no token
   there.
3. Send \`hello\`. Before it nothing is pushed to this connection. \`refused notEntered\` is
   answered with \`enter\`.

**Coming back.** Connections get lost; a mobile one every few minutes. Wait before the next
attempt, at random up to 1 s at first, up to twice as long after every failure, 60 s at most. A
close with 1012 or 1013 hits everybody at once: spread the first attempt over 60 s. A running
game's clock does not wait.

**Limits of a connection.** The gateway closes one that was silent for 10 minutes in both
directions (send \`ping\` every 20 s: it is answered with the server's time and never reaches a
function), and every one after two hours, whatever it does (1001 both): reconnect, the player
loses nothing. A half-open one looks alive: no \`pong\` within 5 s means that it is lost.

**Size.** A message of more than ${MESSAGE_BYTES_MAX / 1_000} KB is refused (\`tooLarge\`); beyond
32 KB the gateway closes the connection (1009).

**Two devices.** The newest connection that says \`hello\` gets the pushes. The older one is told
\`bye superseded\` and closed; it does not come back by itself, else the two would take turns for
ever.
`;

export const COMMANDING = `
## One unanswered command

The gateway runs the messages of one connection side by side and in any order. So **a client has
at most one unanswered command on a connection** (\`ping\` excepted) and keeps the next ones in a
queue.

\`cid\` is the client's own mark, 1 to 64 characters; the answer carries it, a push has none. Give
every attempt a new one and ignore answers to older ones.

**Asking again.** No answer within 5 s, or a connection that was lost: send the same command
again, on the next connection after \`hello\`. Every command may arrive twice: the second one is
answered like the first and changes nothing. A move names its \`ply\` and a lobby return its
\`after\` for this reason.

**Too much.** A player has ${COMMANDS.burst} commands at once in a game and one more every
${COMMANDS.everyMs} ms; ${WORDS.burst} at once about his place in the arena and one more every
${inSeconds(WORDS.everyMs)}. Only what is stored counts. Beyond it the answer is \`refused
slowDown\` with \`retryInMs\`.

**Frames without \`t\`** are the gateway's own (see [gatewayError](#gatewayerror)). They carry no
\`cid\`; treat one as \`slowDown\` of the unanswered command: send it again after 300 ms, then
twice as long each time.
`;
