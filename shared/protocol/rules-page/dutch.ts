import { DUTCH_GAMES } from './dutch-games.ts';
import { DUTCH_PAIRING } from './dutch-pairing.ts';
import { DUTCH_RANKING } from './dutch-ranking.ts';
import { DUTCH_SCORING } from './dutch-scoring.ts';
import { duration, KINDS } from './dutch-words.ts';
import type { Facts } from './facts.ts';
import { clockName, clockText, utcText } from './numbers.ts';
import { type LanguageWords, paragraph, type SomeSections } from './sections.ts';

const DUTCH_ARENA: SomeSections<'arena' | 'rated' | 'end'> = {
  arena: {
    heading: 'Deze arena',
    paragraphs: (facts) => {
      const { arena, policy, changed, durationMs } = facts;
      return [
        `${KINDS[arena.kind].name}. ${clock(facts)}`,
        `De arena begint op ${utcText(arena.startsAtMs)} en duurt ${duration(durationMs)}, tot ` +
          `${utcText(arena.endsAtMs)}. Er zijn geen rondes: wie vrij is, wordt weer ingedeeld. ` +
          'Je speelt dus zoveel partijen als de tijd toelaat.',
        changed
          ? `De regels zijn die van de voorinstelling ${policy.preset}, met wijzigingen; hier ` +
            'lees je hoe ze in deze arena zijn.'
          : `De regels zijn die van de voorinstelling ${policy.preset}.`,
      ];
    },
  },
  rated: {
    heading: 'Is dit met rating?',
    paragraphs: ({ arena, policy, firstMoveMs }) => {
      if (!arena.rated) return ['Nee. Niemands rating verandert hier.'];
      const noShow = policy.noShowRated
        ? 'Ook een partij die verloren gaat doordat de eerste zet uitblijft, telt voor de rating.'
        : 'Alleen een partij die verloren gaat doordat de eerste zet uitblijft, telt niet voor ' +
          'de rating.';
      return [
        paragraph(
          `Ja. Je partijen veranderen je ${KINDS[arena.kind].rating}.`,
          firstMoveMs !== null && noShow,
        ),
      ];
    },
  },
  end: {
    heading: 'Hoe eindigt het?',
    paragraphs: ({ policy }) =>
      policy.lateGames === 'counted'
        ? [
            'Als de klok van de arena op nul staat, begint er geen partij meer. Partijen die dan ' +
              'nog lopen, worden uitgespeeld en tellen mee.',
            'Als de laatste daarvan is afgelopen, wordt het klassement bevroren en wordt ' +
              'bekendgemaakt wie er gewonnen heeft.',
          ]
        : [
            'Als de klok van de arena op nul staat, wordt het klassement bevroren en wordt ' +
              'bekendgemaakt wie er gewonnen heeft.',
            'Partijen die dan nog lopen, moeten worden uitgespeeld maar tellen niet mee. Een ' +
              'partij telt als ze uiterlijk op het moment van het einde is afgelopen.',
          ],
  },
};

function clock({ arena, initialMs }: Facts): string {
  const { limitMs, incrementMs } = arena;
  const short = clockName(limitMs, incrementMs);
  const name = short === null ? '' : ` (${short})`;
  const increment = incrementMs > 0 ? `${duration(incrementMs)} extra per zet` : '';
  if (limitMs === 0) {
    const start = `elke klok begint op ${clockText(initialMs)}`;
    return `Er is geen begintijd: ${start}, met ${increment}${name}.`;
  }
  const rest = increment === '' ? 'zonder extra tijd per zet' : `en ${increment}`;
  return `Elke speler heeft ${duration(limitMs)} ${rest}${name}.`;
}

export const DUTCH: LanguageWords = {
  title: (arenaName) => `${arenaName}: de regels`,
  sections: {
    ...DUTCH_ARENA,
    ...DUTCH_SCORING,
    ...DUTCH_RANKING,
    ...DUTCH_PAIRING,
    ...DUTCH_GAMES,
  },
};
