import { count, duration, KINDS, paid } from './english-words.ts';
import type { Facts } from './facts.ts';
import { applying, paragraph, type SomeSections } from './sections.ts';

type Games = 'first-move' | 'leaving' | 'watching' | 'corrections' | 'technical';

export const ENGLISH_GAMES: SomeSections<Games> = {
  'first-move': { heading: 'How long may the first move take?', paragraphs: firstMove },
  leaving: { heading: 'What if somebody leaves?', paragraphs: leaving },
  watching: {
    heading: 'Who sees my games?',
    paragraphs: ({ policy: { publicDelayPlies } }) => [
      publicDelayPlies === 0
        ? 'Anybody may watch; watchers see each move as soon as it is made.'
        : `Anybody may watch; watchers are ${count(publicDelayPlies, 'turn')} behind the players.`,
    ],
  },
  corrections: {
    heading: 'Is the table ever corrected?',
    paragraphs: () => [
      'While the arena runs, the organiser may remove a player. Somebody who is removed is not ' +
        'paired any more, cannot come back and loses a game that is running; for the opponent ' +
        'that is a win like any other. Finished games stand. The removed player is left out of ' +
        'the table, and everyone below moves up.',
      'After the end, a player may be disqualified, for cheating for example. A disqualified ' +
        'player is taken out of the table and everyone below moves up one place; the scores of ' +
        'all others stay as they are. The reason and who decided it are on record.',
      'Nobody voids a game or scores it again. The only games that do not exist afterwards are ' +
        'one whose pairing did not reach a player and in which nobody has moved yet, and those ' +
        'of an arena that is cancelled.',
    ],
  },
  technical: {
    heading: 'What about technical problems?',
    paragraphs: () => [
      'A lost connection, a browser that hangs, a power cut: they happen, and they are no ground ' +
        'for contesting a result or the course of the arena.',
    ],
  },
};

function firstMove({ arena, policy, firstMoveMs, fire }: Facts): readonly string[] {
  const { first, second } = KINDS[arena.kind];
  if (firstMoveMs === null) {
    return [
      'There is no countdown for the first move. Your own clock runs down before it, ' +
        `${first}’s from the pairing and ${second}’s from ${first}’s first move, and whoever ` +
        'runs out of time loses. Made in time, the first move costs no time and earns none.',
    ];
  }
  const loss = policy.points.loss;
  return [
    `You have ${duration(firstMoveMs)} for your first move: ${first} from the pairing, ${second} ` +
      `from ${first}’s first move. The first move takes nothing off your clock and earns no ` +
      'increment.',
    paragraph(
      'Whoever does not make it in time loses the game' +
        `${loss === 0 ? '' : ` (${paid(loss)}, as for any loss)`} and is paused until they say ` +
        'that they are back.',
      `For the opponent it is a win like any other${fire === null ? '.' : ', on fire too.'}`,
    ),
  ];
}

function leaving({ policy, abandonClaimMs, fire }: Facts): readonly string[] {
  const kept = fire === null ? 'points' : 'points and fire';
  return applying(
    `You may stop and come back whenever you like: your ${kept} stay as they are. A running game ` +
      'goes on without you, and your clock does not stop.',
    abandonClaimMs === null
      ? 'Whoever leaves a game loses it only when the clock runs out; nobody can claim it before.'
      : 'When a player has lost the connection and it is their turn, the opponent may claim the ' +
          `game. The player who left then has ${duration(abandonClaimMs)} for any sign of life; ` +
          'without one the opponent wins.',
    policy.lagAllowanceMs > 0 &&
      'Of the time that a move is on its way, up to ' +
        `${duration(policy.lagAllowanceMs)} are given back to you for each move.`,
  );
}
