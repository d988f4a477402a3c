import type { Policy, TieBreak } from '../../arena/policy.ts';
import { KINDS } from './english-words.ts';
import type { Facts } from './facts.ts';
import { applying, type SomeSections } from './sections.ts';

export const ENGLISH_RANKING: SomeSections<'winner' | 'ties'> = {
  winner: {
    heading: 'How is the winner decided?',
    paragraphs: ({ policy }) => [
      'The table is ordered by points; the most points at the end come first.',
      winners(policy),
    ],
  },
  ties: {
    heading: 'What about equal points?',
    paragraphs: (facts) => {
      const { tieBreaks } = facts.policy;
      return applying(
        introduction(tieBreaks.length),
        ...tieBreaks.map((key, index) => nth(index, tieBreaks.length) + tieBreak(key, facts)),
        equals(facts.policy),
        withoutGames(facts.policy),
      );
    },
  },
};

function winners({ winners, tiedRanks, tieBreaks }: Policy): string {
  if (winners === 'mostPoints') {
    const order = tieBreaks.length > 0 ? ', whatever the tie-breaks say: they only order them' : '';
    return `All players with the most points have won${order}. There may be several winners.`;
  }
  return tiedRanks === 'shared'
    ? 'Whoever is first in the table has won. Players who share the first place have all won.'
    : 'Whoever is first in the table has won: one player, since no place is shared.';
}

function introduction(tieBreaks: number): string {
  if (tieBreaks === 0) return 'There is no tie-break: equal points are equal.';
  return tieBreaks === 1
    ? 'Between players with equal points one thing decides; whoever has more of it is ahead.'
    : 'Between players with equal points the first difference decides, in this order; whoever ' +
        'has more is ahead.';
}

const ORDINALS = [
  ...['First', 'Second', 'Third', 'Fourth', 'Fifth', 'Sixth', 'Seventh', 'Eighth', 'Ninth'],
];

const nth = (index: number, length: number): string =>
  length === 1 ? '' : `${ORDINALS[index] ?? `Number ${index + 1}`}: `;

/** One sentence or two on what is compared; more is better in all of them. */
function tieBreak(key: TieBreak, { arena, policy }: Facts): string {
  switch (key) {
    case 'performance':
      return `Tournament performance. ${ofEachGame(policy)} of these, not rounded.`;
    case 'performanceRolling':
      return (
        `Rolling performance. ${ofEachGame(policy)} of these, kept up from game to game and ` +
        'rounded to a whole number after each one.'
      );
    case 'buchholzCut1':
      return (
        'Buchholz cut 1. The final points of your opponents, added up once for each game against ' +
        'them, without the lowest one.'
      );
    case 'buchholz':
      return (
        'Buchholz. The final points of your opponents, added up once for each game against them, ' +
        'the lowest included.'
      );
    case 'sonnebornBerger':
      return (
        'Sonneborn-Berger. The final points of the opponents you beat and half the final points ' +
        'of those you drew with, added up game by game.'
      );
    case 'wins':
      return 'Wins. The number of games you won.';
    case 'winsAsSecond':
      return `Wins as second player. The number of games you won ${KINDS[arena.kind].asSecond}.`;
    case 'directEncounter':
      return (
        'Direct encounter. If all players who are still equal have met each other, the points ' +
        'from their games among themselves; if not, this decides nothing.'
      );
    case 'aroc1':
      return (
        'AROC 1. The average rating of your opponents, each at the start of the game, without ' +
        'the lowest one.'
      );
  }
}

const ofEachGame = ({ lateGames }: Policy): string =>
  `Take for each game${lateGames === 'ignored' ? ' that counts' : ''}, whatever it paid, the ` +
  'rating of your opponent at its start, 500 more if you won and 500 less if you lost: the average';

function equals({ tiedRanks, tieBreaks }: Policy): string {
  const equal = tieBreaks.length === 0 ? 'Players with equal points' : 'Players equal on all this';
  return tiedRanks === 'shared'
    ? `${equal} share a place, and the places that they fill up are skipped (1, 2, 2, 4).`
    : `${equal} are placed one after the other (1, 2, 3, 4): the higher rating on entering the ` +
        'arena first, then the lower player id.';
}

function withoutGames({ withoutGames, tiedRanks, tieBreaks }: Policy): string {
  const last = 'Players without a counted game come after all others';
  const rating = 'rating on entering the arena';
  if (withoutGames === 'byRating') {
    const isPerformance = tieBreaks.some((key) => key.startsWith('performance'));
    const among = 'Players without a counted game are placed among those with no points';
    return isPerformance
      ? `${among}, their ${rating} in place of a performance.`
      : `${among}, with nothing in the tie-breaks.`;
  }
  if (tiedRanks === 'consecutive') return `${last}, by their ${rating}.`;
  return withoutGames === 'lastShared'
    ? `${last} and all share that last place; they are shown by their ${rating}.`
    : `${last}, by their ${rating}; only equal ratings share a place.`;
}
