import type { Policy, TieBreak } from '../../arena/policy.ts';
import { KINDS } from './dutch-words.ts';
import type { Facts } from './facts.ts';
import { applying, type SomeSections } from './sections.ts';

export const DUTCH_RANKING: SomeSections<'winner' | 'ties'> = {
  winner: {
    heading: 'Hoe wordt de winnaar bepaald?',
    paragraphs: ({ policy }) => [
      'Het klassement gaat op punten: wie aan het einde de meeste heeft, staat bovenaan.',
      winners(policy),
    ],
  },
  ties: {
    heading: 'Wat bij gelijke punten?',
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
    const order =
      tieBreaks.length > 0
        ? ', wat er verder ook bij gelijke punten beslist: dat bepaalt alleen de volgorde'
        : '';
    return `Alle spelers met de meeste punten hebben gewonnen${order}. Dat kunnen er meer zijn.`;
  }
  return tiedRanks === 'shared'
    ? 'Wie eerste staat, heeft gewonnen. Wie de eerste plaats delen, hebben allemaal gewonnen.'
    : 'Wie eerste staat, heeft gewonnen: één speler, want plaatsen worden niet gedeeld.';
}

function introduction(tieBreaks: number): string {
  if (tieBreaks === 0) return 'Verder beslist er niets: gelijke punten zijn gelijk.';
  return tieBreaks === 1
    ? 'Tussen spelers met gelijke punten beslist één ding; wie daarvan meer heeft, staat hoger.'
    : 'Tussen spelers met gelijke punten beslist het eerste verschil, in deze volgorde; wie meer ' +
        'heeft, staat hoger.';
}

const ORDINALS = [
  ...['eerste', 'tweede', 'derde', 'vierde', 'vijfde', 'zesde', 'zevende', 'achtste', 'negende'],
];

const nth = (index: number, length: number): string =>
  length === 1 ? '' : `Ten ${ORDINALS[index] ?? `${index + 1}e`}: `;

/** One sentence or two on what is compared; more is better in all of them. */
function tieBreak(key: TieBreak, { arena, policy }: Facts): string {
  switch (key) {
    case 'performance':
      return `Toernooiprestatie (TPR). ${ofEachGame(policy)}, niet afgerond.`;
    case 'performanceRolling':
      return (
        `Lopende toernooiprestatie. ${ofEachGame(policy)}, van partij tot partij bijgehouden en ` +
        'na elke partij afgerond op een geheel getal.'
      );
    case 'buchholzCut1':
      return (
        'Weerstandspunten zonder de laagste (Buchholz cut 1). De eindscores van je ' +
        'tegenstanders, per partij tegen hen één keer opgeteld, zonder de laagste.'
      );
    case 'buchholz':
      return (
        'Weerstandspunten (Buchholz). De eindscores van je tegenstanders, per partij tegen hen ' +
        'één keer opgeteld, met de laagste erbij.'
      );
    case 'sonnebornBerger':
      return (
        'Sonneborn-Berger. De eindscores van de tegenstanders van wie je won en de helft van de ' +
        'eindscores van wie je remise tegen speelde, partij voor partij opgeteld.'
      );
    case 'wins':
      return 'Overwinningen. Het aantal partijen dat je won.';
    case 'winsAsSecond':
      return (
        'Overwinningen als tweede speler. Het aantal partijen dat je ' +
        `${KINDS[arena.kind].asSecond} won.`
      );
    case 'directEncounter':
      return (
        'Onderling resultaat. Als alle spelers die nog gelijk staan elkaar zijn tegengekomen, de ' +
        'punten uit hun onderlinge partijen; anders beslist dit niets.'
      );
    case 'aroc1':
      return (
        'AROC 1. De gemiddelde rating van je tegenstanders, telkens aan het begin van de partij, ' +
        'zonder de laagste.'
      );
  }
}

const ofEachGame = ({ lateGames }: Policy): string =>
  `Neem voor elke partij${lateGames === 'ignored' ? ' die meetelt' : ''}, wat ze ook opleverde, ` +
  'de rating van je tegenstander aan het begin ervan, met 500 erbij als je won en 500 eraf als ' +
  'je verloor: het gemiddelde daarvan';

function equals({ tiedRanks, tieBreaks }: Policy): string {
  const equal =
    tieBreaks.length === 0 ? 'Spelers met gelijke punten' : 'Spelers die in alles gelijk zijn,';
  return tiedRanks === 'shared'
    ? `${equal} delen een plaats; de plaatsen die ze samen innemen, vervallen (1, 2, 2, 4).`
    : `${equal} komen na elkaar (1, 2, 3, 4): wie bij het betreden van de arena de hoogste ` +
        'rating had eerst, en daarna de laagste speler-id.';
}

function withoutGames({ withoutGames, tiedRanks, tieBreaks }: Policy): string {
  const who = 'Spelers zonder meetellende partij';
  const rating = 'rating bij het betreden van de arena';
  if (withoutGames === 'byRating') {
    const isPerformance = tieBreaks.some((key) => key.startsWith('performance'));
    return isPerformance
      ? `${who} staan tussen de spelers zonder punten, met hun ${rating} als prestatie.`
      : `${who} staan tussen de spelers zonder punten en tellen verder voor nul.`;
  }
  if (tiedRanks === 'consecutive') return `${who} komen na alle anderen, op ${rating}.`;
  return withoutGames === 'lastShared'
    ? `${who} komen na alle anderen en delen samen die laatste plaats; ze staan er op ${rating}.`
    : `${who} komen na alle anderen, op ${rating}; alleen wie daarin gelijk is, deelt een plaats.`;
}
