import type { Policy } from '../../arena/policy.ts';
import { duration, KINDS, number } from './dutch-words.ts';
import type { Facts } from './facts.ts';
import { utcText } from './numbers.ts';
import { applying, paragraph, type SomeSections } from './sections.ts';

export const DUTCH_PAIRING: SomeSections<'pairing'> = {
  pairing: {
    heading: 'Hoe werkt de indeling?',
    paragraphs: (facts) =>
      applying(
        'Aan het begin speel je tegen iemand met een rating dicht bij de jouwe; bij een oneven ' +
          `aantal wacht wie het laatst kwam. Daarna ${nearness(facts)} Misschien kom je niet ` +
          'iedereen tegen.',
        'Ga na je partij terug naar de lobby: alleen wie in de lobby is, wordt ingedeeld. Hoe ' +
          'sneller je speelt en terugkeert, hoe meer partijen je krijgt. Er worden zoveel ' +
          'mogelijk wachtenden ingedeeld, zo dicht mogelijk bij elkaar; bij gelijke afstand gaat ' +
          'wie het langst wacht voor. Bij een oneven aantal wacht een van hen even.',
        reasons(facts),
        rematch(facts),
        sides(facts),
        closing(facts),
      ),
  },
};

function nearness({ policy, nearBy, widensMs }: Facts): string {
  const { soonest, latest } = widensMs;
  const every = `${number(soonest / 1_000)} tot ${duration(latest)}`;
  if (nearBy === 'points') {
    return (
      'krijg je iemand met evenveel punten als jij, of bijna: hoe langer je wacht, hoe meer ' +
      `punten er tussen jullie mogen zitten, eerst geen en na ${every} een half punt. Hoe ` +
      'minder spelers er zijn, hoe langer dat duurt.'
    );
  }
  if (nearBy === 'everybody') {
    return 'wordt wie vrij is meteen ingedeeld, met wie in het klassement het dichtst bij staat.';
  }
  return paragraph(
    'krijg je iemand die in het klassement dicht bij je staat; hoe langer je wacht, hoe verder ' +
      'je tegenstander van je af mag staan.',
    policy.reach !== 'auto' &&
      `Eerst is dat hoogstens ${number(policy.reach * 100)}% van alle spelers boven of onder je.`,
    `Die afstand groeit terwijl je wacht en is na ${every} verdubbeld, sneller naarmate er meer ` +
      'spelers zijn.',
    'Bij de koploper mag het tweemaal zo ver naar beneden, bij de laatste tweemaal zo ver naar ' +
      'boven.',
  );
}

function reasons({ policy, nearBy }: Facts): string {
  const some = applying(
    nearBy !== 'everybody' &&
      'er is niemand vrij die dicht genoeg bij je staat (en wanneer je meer spelers mag treffen)',
    policy.rematchAfterMs !== 0 && 'alleen de tegenstander van je vorige partij is vrij',
    'er is niemand voor je over',
    'de indeling is gesloten',
  );
  return `Terwijl je wacht, kun je zien waarom: ${some.slice(0, -1).join(', ')} of ${some.at(-1)}.`;
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

function sides({ arena, policy, nearBy }: Facts): string {
  const { first, second } = KINDS[arena.kind];
  const conflict =
    policy.sideConflict === 'coin'
      ? 'dan beslist het lot'
      : 'dan gaat die naar wie haar het langst achter elkaar niet heeft gehad, daarna naar wie ' +
        'haar per saldo het minst heeft gehad; anders beslist het lot';
  return paragraph(
    `Je speelt zoveel mogelijk om en om met ${first} (begint) en ${second}.`,
    nearBy !== 'everybody' && preference(policy),
    `Zijn beide spelers aan dezelfde kant toe, ${conflict}.`,
  );
}

function preference({ sideConflict }: Policy): string {
  const nearer =
    'Tegenstanders die aan verschillende kanten toe zijn, gaan voor: wie aan dezelfde kant toe ' +
    'is als jij, moet dichter bij je staan';
  if (sideConflict === 'coin') return `${nearer}.`;
  return (
    `${nearer}, tenzij wie nog eens dezelfde kant krijgt, die minder vaak heeft gehad dan de ` +
    'andere. Twee die allebei driemaal achter elkaar dezelfde kant hebben gehad, treffen elkaar ' +
    'pas als een van hen zo lang heeft gewacht dat iedereen dicht genoeg bij staat.'
  );
}

function closing({ arena, pairingClosesMs }: Facts): string {
  if (pairingClosesMs === 0) return 'De indeling gaat door tot het allerlaatste moment.';
  return (
    `Vanaf ${duration(pairingClosesMs)} voor het einde begint er geen partij meer: de indeling ` +
    `sluit op ${utcText(arena.endsAtMs - pairingClosesMs)}.`
  );
}
