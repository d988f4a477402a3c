import { count, fromPlies, paid, points, withinPlies } from './dutch-words.ts';
import type { Facts } from './facts.ts';
import { clockText, pointsText } from './numbers.ts';
import { applying, paragraph, type SomeSections } from './sections.ts';

export const DUTCH_SCORING: SomeSections<'scores' | 'streak' | 'berserk' | 'draws'> = {
  scores: {
    heading: 'Hoe worden scores berekend?',
    paragraphs: (facts) => {
      const { win, draw, loss } = facts.policy.points;
      return applying(
        `Winst levert ${paid(win)} op, remise ${paid(draw)} en verlies ${paid(loss)}. Je score ` +
          'is de som van wat je partijen hebben opgeleverd.',
        facts.fire === null && `Bijvoorbeeld winst, remise en verlies: ${sum(facts)}.`,
      );
    },
  },
  streak: { heading: 'Is er een puntenreeks?', paragraphs: streak },
  berserk: { heading: 'Wat is berserk?', paragraphs: berserk },
  draws: { heading: 'Levert elke remise punten op?', paragraphs: draws },
};

/** Longer sums only tire the eye. */
const TERMS_MAX = 6;

function sum({ example }: Facts): string {
  const terms = example.paid.map(pointsText).join(' + ');
  return `${example.paid.length > TERMS_MAX ? '' : `${terms} = `}${points(example.points)}`;
}

const times = (factor: number): string =>
  ({ 2: 'dubbel', 3: 'driedubbel' })[factor] ?? `voor ${factor} keer zoveel`;

function streak(facts: Facts): readonly string[] {
  const { fire, policy } = facts;
  if (fire === null) {
    return ['Nee. Een partij levert altijd evenveel op, hoeveel je er ook achter elkaar wint.'];
  }
  const wins = fire.afterWins === 1 ? 'een partij' : `${fire.afterWins} partijen achter elkaar`;
  const again =
    fire.afterWins === 1 ? 'opnieuw winnen' : `opnieuw ${fire.afterWins} keer achter elkaar winnen`;
  return [
    `Ja. Win ${wins} en er begint een puntenreeks, te zien aan een vlammetje: vanaf de volgende ` +
      `partij tellen winst en remise ${times(fire.factor)}. In een reeks levert winst ` +
      `${paid(fire.win)} op, remise ${paid(fire.draw)} en verlies ` +
      `${policy.points.loss === 0 ? 'nog steeds' : 'zoals altijd'} ${paid(policy.points.loss)}.`,
    `De eerste partij die je niet wint, beëindigt de reeks; daarna moet je ${again}. Een pauze ` +
      'beëindigt de reeks niet.',
    `Bijvoorbeeld ${count(fire.afterWins, 'overwinning', 'overwinningen')} en dan een remise: ` +
      `${sum(facts)}.`,
  ];
}

function berserk(facts: Facts): readonly string[] {
  const { arena, policy, berserkMs } = facts;
  if (!policy.berserk) return ['In deze arena bestaat berserk niet.'];
  if (berserkMs === null) {
    return ['Berserk kan hier niet: zonder begintijd valt er niets in te leveren.'];
  }
  const lost = arena.incrementMs > 0 ? ' zonder extra tijd per zet' : '';
  const price =
    berserkMs < arena.limitMs
      ? `je klok gaat van ${clockText(arena.limitMs)} naar ${clockText(berserkMs)}${lost}`
      : `je houdt je ${clockText(berserkMs)}, maar speelt${lost}: over een hele partij is die ` +
        'hier meer waard dan de begintijd';
  return [
    `Druk vóór je eigen eerste zet op Berserk en ${price}. Terug kan niet meer. Beide spelers ` +
      'mogen het doen.',
    bonus(facts),
  ];
}

function bonus({ bonus, fire, firstMoveMs }: Facts): string {
  if (bonus === null) return 'Het levert hier niets extra’s op: het is alleen voor de eer.';
  return paragraph(
    `Win je met berserk, dan levert dat ${points(bonus.points)} extra op${longEnough(bonus)}.`,
    fire !== null && 'Die toeslag wordt nooit vermenigvuldigd, ook niet in een puntenreeks.',
    firstMoveMs !== null &&
      'Winst doordat je tegenstander niet op tijd zijn eerste zet doet, levert niets extra’s op.',
  );
}

function longEnough(bonus: NonNullable<Facts['bonus']>): string {
  if ('minPlies' in bonus) {
    if (bonus.minPlies === 0) return ', hoe kort de partij ook is';
    const turns = count(bonus.minPlies, 'beurt', 'beurten');
    return `, mits de partij minstens ${turns} van beide spelers samen duurde`;
  }
  if (bonus.minOwnMoves === 0) return ', hoe weinig zetten je zelf ook deed';
  return `, mits je zelf minstens ${count(bonus.minOwnMoves, 'zet', 'zetten')} deed`;
}

function draws({ policy, fire }: Facts): readonly string[] {
  const { quickDrawMaxPlies: quick, drawStreakLongMinPlies: long, points } = policy;
  if (points.draw === 0) return ['Remise levert in deze arena nooit iets op.'];
  if (quick === null && long === null) {
    return ['Ja: hoe kort de partij ook is, en hoe vaak je ook achter elkaar remise speelt.'];
  }
  return applying(
    quick !== null &&
      paragraph(
        `Een remise ${withinPlies(quick)} levert geen van beide spelers iets op.`,
        fire !== null && 'Dat geldt ook in een puntenreeks, die er bovendien door eindigt.',
      ),
    quick === null &&
      'Een remise levert punten op, hoe kort de partij ook is, behalve in een remisereeks.',
    long === null &&
      'Elke andere remise levert punten op, hoe vaak je ook achter elkaar remise speelt.',
    long !== null && drawStreak(long, quick !== null, fire !== null),
    long !== null &&
      'Alleen winst beëindigt een remisereeks; verlies niet, en een volgende remise evenmin, hoe ' +
        'lang die ook duurt. Elke speler heeft een eigen remisereeks: dezelfde remise kan de een ' +
        'wel en de ander geen punten opleveren.',
  );
}

const drawStreak = (long: number, quick: boolean, fire: boolean): string =>
  paragraph(
    'Speel je opnieuw remise zonder tussendoor te winnen, dan zit je in een remisereeks: de ' +
      `eerste levert punten op, elke volgende alleen als de partij ${fromPlies(long)} duurt.`,
    quick && 'Ook een snelle remise kan de eerste van een reeks zijn; punten levert ze nooit op.',
    fire && 'Ook een remise in een puntenreeks kan de eerste van een remisereeks zijn.',
  );
