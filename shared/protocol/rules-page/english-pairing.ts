import type { Policy } from '../../arena/policy.ts';
import { duration, KINDS, number } from './english-words.ts';
import type { Facts } from './facts.ts';
import { utcText } from './numbers.ts';
import { applying, paragraph, type SomeSections } from './sections.ts';

export const ENGLISH_PAIRING: SomeSections<'pairing'> = {
  pairing: {
    heading: 'How does the pairing work?',
    paragraphs: (facts) =>
      applying(
        'At the start, players are paired with their neighbours by rating; when their number is ' +
          `odd, whoever came last waits. From then on ${nearness(facts)} You may not meet ` +
          'everybody.',
        'When your game is over, go back to the lobby: only players in the lobby are paired. ' +
          'The faster you play and return, the more games you get. As many waiting players as ' +
          'possible are paired, as close to each other as possible; among equals those who have ' +
          'waited longest. When their number is odd, one of them waits a little.',
        reasons(facts),
        rematch(facts),
        sides(facts),
        closing(facts),
      ),
  },
};

function nearness({ policy, nearBy, widensMs }: Facts): string {
  const { soonest, latest } = widensMs;
  const every = `${number(soonest / 1_000)} to ${duration(latest)}`;
  if (nearBy === 'points') {
    return (
      'you meet somebody with as many points as you, or nearly so: the longer you wait, the more ' +
      `points may lie between you, at first none and after ${every} half a point. The fewer ` +
      'players there are, the longer it takes.'
    );
  }
  if (nearBy === 'everybody') {
    return 'whoever is free is paired at once, with the closest in the table.';
  }
  return paragraph(
    'you meet somebody who is close to you in the table; the longer you wait, the further away ' +
      'your opponent may be.',
    policy.reach !== 'auto' &&
      `At first, at most ${number(policy.reach * 100)}% of all players above or below you are ` +
        'close.',
    `That distance grows while you wait and has doubled after ${every}, sooner the more players ` +
      'there are.',
    'The leader may look twice as far down, the last twice as far up.',
  );
}

function reasons({ policy, nearBy }: Facts): string {
  const some = applying(
    nearBy !== 'everybody' && 'nobody close enough is free (and when you may meet more players)',
    policy.rematchAfterMs !== 0 && 'only the opponent of your last game is free',
    'nobody is left for you',
    'pairing is over',
  );
  return `While you wait you can see why: ${some.slice(0, -1).join(', ')} or ${some.at(-1)}.`;
}

function rematch({ policy: { rematchAfterMs } }: Facts): string {
  if (rematchAfterMs === 0) return 'You may meet the opponent of your last game again at once.';
  const unless = 'unless at most two players are around; then you play each other again at once';
  return rematchAfterMs === null
    ? `You never meet the opponent of your last game again in the next one, ${unless}.`
    : 'You meet the opponent of your last game again only after waiting ' +
        `${duration(rematchAfterMs)}, ${unless}.`;
}

function sides({ arena, policy, nearBy }: Facts): string {
  const { first, second } = KINDS[arena.kind];
  const conflict =
    policy.sideConflict === 'coin'
      ? 'a coin decides'
      : 'it goes to the one who has gone without it for longer in a row, then to the one who ' +
        'has had it less often on balance, and then a coin decides';
  return paragraph(
    `Sides alternate as far as possible: ${first}, who moves first, then ${second}.`,
    nearBy !== 'everybody' && preference(policy),
    `When both players are due the same side, ${conflict}.`,
  );
}

function preference({ sideConflict }: Policy): string {
  const nearer =
    'Opponents who are due different sides are preferred: who is due the same side as you has to ' +
    'be nearer';
  if (sideConflict === 'coin') return `${nearer}.`;
  return (
    `${nearer}, unless whoever gets the same side once more has had it less often than the other ` +
    'one. Two who have both had the same side three times running do not meet before one of them ' +
    'has waited until everybody is close enough.'
  );
}

function closing({ arena, pairingClosesMs }: Facts): string {
  if (pairingClosesMs === 0) return 'Pairing goes on until the very end.';
  return (
    `From ${duration(pairingClosesMs)} before the end on, no new game starts: pairing closes at ` +
    `${utcText(arena.endsAtMs - pairingClosesMs)}.`
  );
}
