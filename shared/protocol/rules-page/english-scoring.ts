import { count, fromPlies, paid, points, withinPlies } from './english-words.ts';
import type { Facts } from './facts.ts';
import { clockText, pointsText } from './numbers.ts';
import { applying, paragraph, type SomeSections } from './sections.ts';

export const ENGLISH_SCORING: SomeSections<'scores' | 'streak' | 'berserk' | 'draws'> = {
  scores: {
    heading: 'How are scores calculated?',
    paragraphs: (facts) => {
      const { win, draw, loss } = facts.policy.points;
      return applying(
        `A win pays ${paid(win)}, a draw ${paid(draw)} and a loss ${paid(loss)}. Your score is ` +
          'the sum of what your games have paid.',
        facts.fire === null && `For example, a win, a draw and a loss: ${sum(facts)}.`,
      );
    },
  },
  streak: { heading: 'Is there a streak?', paragraphs: streak },
  berserk: { heading: 'What is berserk?', paragraphs: berserk },
  draws: { heading: 'Do all draws pay?', paragraphs: draws },
};

/** Longer sums only tire the eye. */
const TERMS_MAX = 6;

function sum({ example }: Facts): string {
  const terms = example.paid.map(pointsText).join(' + ');
  return `${example.paid.length > TERMS_MAX ? '' : `${terms} = `}${points(example.points)}`;
}

const times = (factor: number): string =>
  ({ 2: 'double', 3: 'triple' })[factor] ?? `${factor} times as much`;

function streak(facts: Facts): readonly string[] {
  const { fire, policy } = facts;
  if (fire === null) {
    return ['No. A game pays the same, however many you have won in a row.'];
  }
  const wins = fire.afterWins === 1 ? 'a game' : `${fire.afterWins} games in a row`;
  const again = fire.afterWins === 1 ? 'a new win' : `${fire.afterWins} new wins in a row`;
  return [
    `Yes. Win ${wins} and you are on fire, shown by a flame: from the next game on, wins and ` +
      `draws pay ${times(fire.factor)}. On fire a win pays ${paid(fire.win)}, a draw ` +
      `${paid(fire.draw)} and a loss ${policy.points.loss === 0 ? 'still ' : 'as always '}` +
      `${paid(policy.points.loss)}.`,
    `The first game that you do not win ends the fire; then you need ${again}. A pause does not ` +
      'end it.',
    `For example, ${count(fire.afterWins, 'win')} followed by a draw: ${sum(facts)}.`,
  ];
}

function berserk(facts: Facts): readonly string[] {
  const { arena, policy, berserkMs } = facts;
  if (!policy.berserk) return ['There is no berserk in this arena.'];
  if (berserkMs === null) {
    return ['Nobody can go berserk here: without an initial time there is nothing to give away.'];
  }
  const lost = arena.incrementMs > 0 ? ' without increment' : '';
  const price =
    berserkMs < arena.limitMs
      ? `your clock goes from ${clockText(arena.limitMs)} to ${clockText(berserkMs)}${lost}`
      : `you keep your ${clockText(berserkMs)}, but play${lost}: over a whole game that is worth ` +
        'more than the initial time here';
  return [
    `Press Berserk before your own first move and ${price}. There is no way back. Both players ` +
      'may do it.',
    bonus(facts),
  ];
}

function bonus({ bonus, fire, firstMoveMs }: Facts): string {
  if (bonus === null) return 'It pays nothing extra here: it is for the honour alone.';
  return paragraph(
    `If you went berserk and win, the win pays ${points(bonus.points)} extra${longEnough(bonus)}.`,
    fire !== null && 'This extra is never multiplied, on fire or not.',
    firstMoveMs !== null &&
      'There is no extra for beating somebody who did not make the first move in time.',
  );
}

function longEnough(bonus: NonNullable<Facts['bonus']>): string {
  if ('minPlies' in bonus) {
    if (bonus.minPlies === 0) return ', however short the game';
    const turns = count(bonus.minPlies, 'turn');
    return `, provided the game lasted at least ${turns} of both players together`;
  }
  if (bonus.minOwnMoves === 0) return ', however few moves you made yourself';
  return `, provided you made at least ${count(bonus.minOwnMoves, 'move')} yourself`;
}

function draws({ policy, fire }: Facts): readonly string[] {
  const { quickDrawMaxPlies: quick, drawStreakLongMinPlies: long, points } = policy;
  if (points.draw === 0) return ['No draw pays anything in this arena.'];
  if (quick === null && long === null) {
    return ['Yes: however short they are, and however many you make in a row.'];
  }
  return applying(
    quick !== null &&
      paragraph(
        `A draw ${withinPlies(quick)} pays nothing to either player.`,
        fire !== null && 'That holds on fire as well, and it ends the fire.',
      ),
    quick === null && 'A draw pays however short it is, unless you are in a draw streak.',
    long === null && 'Every other draw pays, however many you make in a row.',
    long !== null && drawStreak(long, quick !== null, fire !== null),
    long !== null &&
      'Only a win ends a draw streak; a loss does not, nor does another draw, however long. Each ' +
        'player has a streak of their own, so one draw may pay one of the two and not the other.',
  );
}

const drawStreak = (long: number, quick: boolean, fire: boolean): string =>
  paragraph(
    'Draw again without a win in between and you are in a draw streak: the first draw pays, ' +
      `every further one only when it lasts ${fromPlies(long)}.`,
    quick && 'A quick draw may be the first of a streak, and pays nothing in one either.',
    fire && 'A draw on fire may be the first of a streak too.',
  );
