import { count, duration, KINDS, paid } from './dutch-words.ts';
import type { Facts } from './facts.ts';
import { applying, paragraph, type SomeSections } from './sections.ts';

type Games = 'first-move' | 'leaving' | 'watching' | 'corrections' | 'technical';

export const DUTCH_GAMES: SomeSections<Games> = {
  'first-move': { heading: 'Hoelang mag de eerste zet duren?', paragraphs: firstMove },
  leaving: { heading: 'Wat als iemand weggaat?', paragraphs: leaving },
  watching: {
    heading: 'Wie ziet mijn partijen?',
    paragraphs: ({ policy: { publicDelayPlies } }) => [
      publicDelayPlies === 0
        ? 'Iedereen mag meekijken; kijkers zien elke zet zodra die gedaan is.'
        : `Iedereen mag meekijken; kijkers lopen ${count(publicDelayPlies, 'beurt', 'beurten')} ` +
          'achter op de spelers.',
    ],
  },
  corrections: {
    heading: 'Wordt het klassement ooit gecorrigeerd?',
    paragraphs: () => [
      'Zolang de arena loopt, kan de organisator een speler verwijderen. Wie verwijderd is, ' +
        'wordt niet meer ingedeeld, kan niet terugkomen en verliest een lopende partij; voor de ' +
        'tegenstander is dat winst als elke andere. Gespeelde partijen blijven staan. De ' +
        'verwijderde speler verdwijnt uit het klassement en iedereen daaronder schuift op.',
      'Na afloop kan een speler worden gediskwalificeerd, bijvoorbeeld wegens vals spel. Wie ' +
        'gediskwalificeerd is, verdwijnt uit het klassement en iedereen daaronder schuift één ' +
        'plaats op; de scores van alle anderen blijven zoals ze zijn. De reden en wie het ' +
        'besloot, worden vastgelegd.',
      'Niemand verklaart een partij ongeldig of geeft haar een andere score. De enige partijen ' +
        'die achteraf niet bestaan, zijn die waarvan de indeling een speler niet bereikte en ' +
        'waarin nog niemand een zet deed, en die van een arena die wordt afgelast.',
    ],
  },
  technical: {
    heading: 'En technische problemen?',
    paragraphs: () => [
      'Een verbroken verbinding, een browser die vastloopt, een stroomstoring: het komt voor, ' +
        'maar het is geen reden om een uitslag of het verloop van de arena aan te vechten.',
    ],
  },
};

function firstMove({ arena, policy, firstMoveMs, fire }: Facts): readonly string[] {
  const { first, second } = KINDS[arena.kind];
  if (firstMoveMs === null) {
    return [
      'Er wordt niet apart afgeteld voor de eerste zet. Je eigen klok loopt al: voor ' +
        `${first} vanaf de indeling en voor ${second} vanaf de eerste zet van ${first}. Wie door ` +
        'de tijd gaat, verliest. De eerste zet zelf kost geen tijd en levert geen tijd op.',
    ];
  }
  const { loss } = policy.points;
  return [
    `Je hebt ${duration(firstMoveMs)} voor je eerste zet: ${first} vanaf de indeling, ${second} ` +
      `vanaf de eerste zet van ${first}. De eerste zet kost geen tijd op je klok en levert geen ` +
      'extra tijd op.',
    paragraph(
      `Wie die zet niet op tijd doet, verliest de partij${
        loss === 0 ? '' : ` (${paid(loss)}, zoals bij elk verlies)`
      } en pauzeert tot hij of zij laat weten er weer te zijn.`,
      `Voor de tegenstander is het winst als elke andere${
        fire === null ? '.' : ', ook in een puntenreeks.'
      }`,
    ),
  ];
}

function leaving({ policy, abandonClaimMs, fire }: Facts): readonly string[] {
  const kept = fire === null ? 'je punten blijven' : 'je punten en je puntenreeks blijven';
  return applying(
    `Je mag stoppen en terugkomen wanneer je wilt: ${kept} zoals ze zijn. Een lopende partij ` +
      'gaat zonder jou door, en je klok staat niet stil.',
    abandonClaimMs === null
      ? 'Wie een partij verlaat, verliest die pas als de klok op nul staat; eerder kan niemand ' +
          'de winst opeisen.'
      : 'Is de verbinding van een speler weg terwijl die aan zet is, dan kan de tegenstander de ' +
          `partij opeisen. Wie weg is, heeft dan ${duration(abandonClaimMs)} voor een teken van ` +
          'leven; blijft dat uit, dan wint de tegenstander.',
    policy.lagAllowanceMs > 0 &&
      'Van de tijd die een zet onderweg is, krijg je per zet hoogstens ' +
        `${duration(policy.lagAllowanceMs)} terug.`,
  );
}
