import { ENGLISH_GAMES } from './english-games.ts';
import { ENGLISH_PAIRING } from './english-pairing.ts';
import { ENGLISH_RANKING } from './english-ranking.ts';
import { ENGLISH_SCORING } from './english-scoring.ts';
import { duration, KINDS } from './english-words.ts';
import type { Facts } from './facts.ts';
import { clockName, clockText, utcText } from './numbers.ts';
import { type LanguageWords, paragraph, type SomeSections } from './sections.ts';

const ENGLISH_ARENA: SomeSections<'arena' | 'rated' | 'end'> = {
  arena: {
    heading: 'This arena',
    paragraphs: (facts) => {
      const { arena, policy, changed, durationMs } = facts;
      return [
        `${KINDS[arena.kind].name}. ${clock(facts)}`,
        `The arena starts at ${utcText(arena.startsAtMs)} and lasts ${duration(durationMs)}, ` +
          `until ${utcText(arena.endsAtMs)}. There are no rounds: whoever is free is paired ` +
          'again, so you play as many games as you have time for.',
        `Its rules are those of the preset ${policy.preset}` +
          (changed ? ', with changes; this page says how they are here.' : '.'),
      ];
    },
  },
  rated: {
    heading: 'Is it rated?',
    paragraphs: ({ arena, policy, firstMoveMs }) => {
      if (!arena.rated) return ['No. Nobody’s rating changes here.'];
      const noShow = policy.noShowRated
        ? 'That goes for a game lost by not making the first move in time, too.'
        : 'Only a game lost by not making the first move in time changes no rating.';
      return [
        paragraph(
          `Yes. Your games change your ${KINDS[arena.kind].rating} rating.`,
          firstMoveMs !== null && noShow,
        ),
      ];
    },
  },
  end: {
    heading: 'How does it end?',
    paragraphs: ({ policy }) =>
      policy.lateGames === 'counted'
        ? [
            'When the countdown reaches zero, no new game starts. Games that are running then ' +
              'are played to their end and count.',
            'When the last of them is over, the table is frozen and whoever has won is announced.',
          ]
        : [
            'When the countdown reaches zero, the table is frozen and whoever has won is ' +
              'announced.',
            'Games that are running then must be finished, but do not count. A game counts when ' +
              'it is over at the very moment of the end at the latest.',
          ],
  },
};

function clock({ arena, initialMs }: Facts): string {
  const { limitMs, incrementMs } = arena;
  const short = clockName(limitMs, incrementMs);
  const name = short === null ? '' : ` (${short})`;
  const increment = incrementMs > 0 ? `${duration(incrementMs)} more for each move` : '';
  if (limitMs === 0) {
    const start = `each clock starts at ${clockText(initialMs)}`;
    return `There is no initial time: ${start}, with ${increment}${name}.`;
  }
  const rest = increment === '' ? 'and no increment' : `and ${increment}`;
  return `Each player has ${duration(limitMs)} ${rest}${name}.`;
}

export const ENGLISH: LanguageWords = {
  title: (arenaName) => `${arenaName}: the rules`,
  sections: {
    ...ENGLISH_ARENA,
    ...ENGLISH_SCORING,
    ...ENGLISH_RANKING,
    ...ENGLISH_PAIRING,
    ...ENGLISH_GAMES,
  },
};
