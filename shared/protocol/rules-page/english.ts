import { ENGLISH_GAMES } from './english-games.ts';
import { ENGLISH_RANKING } from './english-ranking.ts';
import { ENGLISH_SCORING } from './english-scoring.ts';
import { duration, KINDS, number } from './english-words.ts';
import type { Facts } from './facts.ts';
import { clockName, clockText, utcText } from './numbers.ts';
import { applying, type LanguageWords, paragraph, type SomeSections } from './sections.ts';

const ENGLISH_ARENA: SomeSections<'arena' | 'rated' | 'pairing' | 'end'> = {
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
  pairing: {
    heading: 'How does the pairing work?',
    paragraphs: (facts) =>
      applying(
        'At the start, players are paired with their neighbours by rating. From then on ' +
          `${nearness(facts)} You may not meet everybody.`,
        'When your game is over, go back to the lobby: only players in the lobby are paired. ' +
          'The faster you play and return, the more games you get. When the number of waiting ' +
          'players is odd, whoever came back last waits a little.',
        rematch(facts),
        sides(facts),
        closing(facts),
      ),
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

function nearness({ policy: { reach } }: Facts): string {
  const near = 'you meet somebody who is close to you in the table';
  if (reach === 'auto') {
    return `${near}; the longer you wait, the further away your opponent may be.`;
  }
  if (reach >= 1) return `whoever is free is paired at once, with the closest in the table.`;
  return (
    `${near}: at most ${number(reach * 100)}% of all players above or below you. The leader may ` +
    'look twice as far down, the last twice as far up.'
  );
}

function rematch({ policy: { rematchAfterMs } }: Facts): string {
  if (rematchAfterMs === 0) return 'You may meet the opponent of your last game again at once.';
  const unless = 'unless at most two players are around; then you play each other again at once';
  return rematchAfterMs === null
    ? `You never meet the opponent of your last game again in the next one, ${unless}.`
    : 'You meet the opponent of your last game again only after waiting ' +
        `${duration(rematchAfterMs)}, ${unless}.`;
}

function sides({ arena, policy }: Facts): string {
  const { first, second } = KINDS[arena.kind];
  const conflict =
    policy.sideConflict === 'coin'
      ? 'a coin decides'
      : 'it goes to the one who has gone without it for longer in a row, then to the one who ' +
        'has had it less often on balance, and then a coin decides';
  return (
    `Sides alternate as far as possible: ${first}, who moves first, then ${second}. When both ` +
    `players are due the same side, ${conflict}.`
  );
}

function closing({ arena, pairingClosesMs }: Facts): string {
  if (pairingClosesMs === 0) return 'Pairing goes on until the very end.';
  return (
    `From ${duration(pairingClosesMs)} before the end on, no new game starts: pairing closes at ` +
    `${utcText(arena.endsAtMs - pairingClosesMs)}.`
  );
}

export const ENGLISH: LanguageWords = {
  title: (arenaName) => `${arenaName}: the rules`,
  sections: { ...ENGLISH_ARENA, ...ENGLISH_SCORING, ...ENGLISH_RANKING, ...ENGLISH_GAMES },
};
