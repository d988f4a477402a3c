import { DUTCH_GAMES } from './dutch-games.ts';
import { DUTCH_RANKING } from './dutch-ranking.ts';
import { DUTCH_SCORING } from './dutch-scoring.ts';
import { duration, KINDS, number } from './dutch-words.ts';
import type { Facts } from './facts.ts';
import { clockName, clockText, utcText } from './numbers.ts';
import { applying, type LanguageWords, paragraph, type SomeSections } from './sections.ts';

const DUTCH_ARENA: SomeSections<'arena' | 'rated' | 'pairing' | 'end'> = {
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
  pairing: {
    heading: 'Hoe werkt de indeling?',
    paragraphs: (facts) =>
      applying(
        'Aan het begin speel je tegen iemand met een rating dicht bij de jouwe. Daarna ' +
          `${nearness(facts)} Misschien kom je niet iedereen tegen.`,
        'Ga na je partij terug naar de lobby: alleen wie in de lobby is, wordt ingedeeld. Hoe ' +
          'sneller je speelt en terugkeert, hoe meer partijen je krijgt. Bij een oneven aantal ' +
          'wachtenden wacht wie het laatst terugkwam even.',
        rematch(facts),
        sides(facts),
        closing(facts),
      ),
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

function nearness({ policy: { reach } }: Facts): string {
  const near = 'krijg je iemand die in het klassement dicht bij je staat';
  if (reach === 'auto') {
    return `${near}; hoe langer je wacht, hoe verder je tegenstander van je af mag staan.`;
  }
  if (reach >= 1) {
    return 'wordt wie vrij is meteen ingedeeld, met wie in het klassement het dichtst bij staat.';
  }
  return (
    `${near}: hoogstens ${number(reach * 100)}% van alle spelers boven of onder je. Bij de ` +
    'koploper mag het tweemaal zo ver naar beneden, bij de laatste tweemaal zo ver naar boven.'
  );
}

function rematch({ policy: { rematchAfterMs } }: Facts): string {
  if (rematchAfterMs === 0) {
    return 'Je mag meteen weer tegen de tegenstander van je vorige partij spelen.';
  }
  const unless =
    'behalve als er hoogstens twee spelers aanwezig zijn; dan spelen die meteen weer tegen elkaar';
  return rematchAfterMs === null
    ? `Je speelt nooit twee partijen na elkaar tegen dezelfde tegenstander, ${unless}.`
    : 'Tegen de tegenstander van je vorige partij speel je pas weer nadat je ' +
        `${duration(rematchAfterMs)} hebt gewacht, ${unless}.`;
}

function sides({ arena, policy }: Facts): string {
  const { first, second } = KINDS[arena.kind];
  const conflict =
    policy.sideConflict === 'coin'
      ? 'dan beslist het lot'
      : 'dan gaat die naar wie haar het langst achter elkaar niet heeft gehad, daarna naar wie ' +
        'haar per saldo het minst heeft gehad; anders beslist het lot';
  return (
    `Je speelt zoveel mogelijk om en om met ${first} (begint) en ${second}. Zijn beide spelers ` +
    `aan dezelfde kant toe, ${conflict}.`
  );
}

function closing({ arena, pairingClosesMs }: Facts): string {
  if (pairingClosesMs === 0) return 'De indeling gaat door tot het allerlaatste moment.';
  return (
    `Vanaf ${duration(pairingClosesMs)} voor het einde begint er geen partij meer: de indeling ` +
    `sluit op ${utcText(arena.endsAtMs - pairingClosesMs)}.`
  );
}

export const DUTCH: LanguageWords = {
  title: (arenaName) => `${arenaName}: de regels`,
  sections: { ...DUTCH_ARENA, ...DUTCH_SCORING, ...DUTCH_RANKING, ...DUTCH_GAMES },
};
