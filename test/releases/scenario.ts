import type { LocalCloud } from '../../infra/local/local-cloud.ts';
import { present } from '../../shared/core/assert.ts';
import type { ArenaId, PlayerId } from '../../shared/core/ids.ts';
import type { ServerMessage } from '../../shared/protocol/server-message.ts';
import { otherSide, type Side, sideAt } from '../../shared/rules/rules.ts';
import { type Desk, openDesk } from './desk.ts';
import { comePerson, comeWithAccount, type Person, sitDown, type Table } from './person.ts';

/** The recorded arenas begin so long after they were made, and last so long. */
const STARTS_IN_MS = 6_000;
const DURATION_MS = 30_000;
const CLOCK = { limitMs: 20_000, incrementMs: 1_000 };
const WEEK_MS = 7 * 86_400_000;

const KNIGHTS_OUT_AND_BACK = ['g1f3', 'g8f6', 'f3g1', 'f6g8'] as const;

/** Everything that players and organisers can do, each of it once, in three arenas and a series. */
export async function playScenario(cloud: LocalCloud, hooksUrl: string): Promise<void> {
  const desk = await openDesk(cloud);
  await prepare(desk, hooksUrl);
  const startsAtMs = Date.now() + STARTS_IN_MS;
  const arena = (name: string, more: object) =>
    desk.makes({ name, startsAtMs, durationMs: DURATION_MS, clock: CLOCK, ...more });
  const oware = await arena('Recorded Oware', { announcement: 'Welcome', playersMax: 50 });
  const chess = await arena('Recorded chess', { preset: 'classic' });
  const draughts = await arena('Recorded draughts', { preset: 'dutch' });
  await Promise.all([
    playOware(cloud, desk, oware),
    playChess(cloud, chess),
    playDraughts(cloud, desk, draughts),
    steer(desk, startsAtMs + WEEK_MS),
  ]);
  await correct(desk, oware);
}

/** Before there is an arena: who is told, and what comes again. */
async function prepare(desk: Desk, hooksUrl: string): Promise<void> {
  const heard = await desk.asks('POST', '/webhooks', {
    url: `${hooksUrl}/204`,
    events: ['arena.opened', 'arena.corrected', 'arena.cancelled'],
  });
  await desk.asks('POST', '/webhooks', { url: `${hooksUrl}/503`, events: ['arena.frozen'] });
  await desk.asks('POST', `/webhooks/${heard.id}/test`);
  const friday = { every: 'week', on: 'friday', at: '20:00' };
  const monthly = { every: 'month', day: 20, months: [2, 4, 6], at: '18:00' };
  const series = await desk.asks('POST', '/series', {
    ...{ name: 'Recorded series', clock: CLOCK, durationMs: 3_600_000, zone: 'Europe/Amsterdam' },
    recurrences: [friday, monthly],
  });
  const at = `/series/${series.id}`;
  await desk.asks('PATCH', at, { name: 'Recorded evenings' });
  await desk.asks('PUT', `${at}/organisers`, { organisers: ['second organiser'] });
  await desk.asks('POST', `${at}/pause`, { reason: 'holidays' });
  await desk.asks('POST', `${at}/resume`, { reason: 'holidays are over' });
}

/** An arena that nobody plays in: the one of a list, closed and opened, changed, called off. */
async function steer(desk: Desk, startsAtMs: number): Promise<void> {
  const made = { name: 'Recorded list', startsAtMs, durationMs: 3_600_000, clock: CLOCK };
  const id = await desk.makes({ ...made, rated: false, entry: { access: 'list' } });
  const at = `/arenas/${id}`;
  await desk.asks('PUT', `${at}/allow-list`, { players: [desk.player] });
  await desk.asks('PATCH', at, { description: 'For *members*', entry: { ratingMin: 1_200 } });
  await desk.asks('POST', `${at}/entries/close`, { reason: 'full' });
  await desk.asks('POST', `${at}/entries/open`, { reason: 'not full' });
  await desk.asks('PUT', `${at}/organisers`, { organisers: ['second organiser'] });
  // Once more, as somebody does whom no answer has reached.
  for (let time = 0; time < 2; time++) {
    await desk.asks('POST', `${at}/copy`, { startsAtMs: startsAtMs + WEEK_MS }, 'copy');
  }
  await desk.asks('POST', `${at}/cancel`, { reason: 'rain' }, 'cancel');
}

/** Two with an account play; a guest waits, pauses, comes back, is reported, leaves and returns. */
async function playOware(cloud: LocalCloud, desk: Desk, arena: ArenaId): Promise<void> {
  const ama = await comeWithAccount(cloud, 'Ama');
  const kofi = await comeWithAccount(cloud, 'Kofi');
  for (const { ask } of [ama, kofi]) await ask({ t: 'enter', arena });
  const first = await sitDown([ama, kofi], arena, null);
  const guest = await desk.invites('Esi');
  const esi = await comePerson(await desk.guestAddress(guest), guest.id);
  await esi.ask({ t: 'enter', arena });
  await esi.ask({ t: 'lobby', arena, after: null });
  await quarrel(first);
  await esi.ask({ t: 'pause', arena });
  await esi.ask({ t: 'resume', arena });
  await desk.asks('POST', `/guests/${guest.id}/reports`, {
    ...{ secret: guest.secret, game: first.game.id, reason: 'slow play' },
  });
  await desk.asks('POST', '/reports', { arena, player: guest.id, reason: 'rude' });
  await desk.asks('POST', `/arenas/${arena}/notes`, { text: 'Ten minutes left' });
  await esi.ask({ t: 'leave', arena });
  await esi.ask({ t: 'enter', arena });
  const second = await sitDown([ama, kofi], arena, first.game.id);
  await second.plays(2);
  await second.sides.first.ask({ t: 'resign', game: second.game.id });
  await scored(second);
  // This one still runs when the bell goes.
  const last = await sitDown([ama, kofi], arena, second.game.id);
  await last.plays(2);
  const remove = `/arenas/${arena}/players/${guest.id}/remove`;
  await desk.asks('POST', remove, { reason: 'two accounts' });
  await ama.hears('frozen');
  for (const person of [ama, kofi, esi]) person.hangUp();
}

/** Berserk, offers that are declined and accepted, and claims that come too early. */
async function quarrel(table: Table): Promise<void> {
  const { sides, game } = table;
  await sides.first.ask({ t: 'berserk', game: game.id });
  await table.plays(4);
  await sides.second.ask({ t: 'claimFlag', game: game.id });
  await sides.second.ask({ t: 'claimAbandoned', game: game.id });
  await sides.first.ask({ t: 'here', game: game.id });
  const offer = (side: Side) =>
    sides[side].ask({ t: 'offerDraw', game: game.id, ply: table.ply() });
  await offer('first');
  await sides.second.ask({ t: 'declineDraw', game: game.id });
  await table.plays(2);
  await offer('second');
  await sides.first.ask({ t: 'acceptDraw', game: game.id });
  await scored(table);
}

/** A draw that is claimed, and a player who loses his line and comes back to his game. */
async function playChess(cloud: LocalCloud, arena: ArenaId): Promise<void> {
  const yaw = await comeWithAccount(cloud, 'Yaw');
  const akua = await comeWithAccount(cloud, 'Akua');
  // He knows nothing yet of this arena, nor it of him.
  await yaw.ask({ t: 'hello', v: 1, arena });
  for (const { ask } of [yaw, akua]) await ask({ t: 'enter', arena });
  const first = await sitDown([yaw, akua], arena, null);
  await first.plays([...KNIGHTS_OUT_AND_BACK, ...KNIGHTS_OUT_AND_BACK]);
  await first.sides.first.ask({ t: 'claimDraw', game: first.game.id });
  await scored(first);
  const second = await sitDown([yaw, akua], arena, first.game.id);
  await second.plays(2);
  akua.hangUp();
  const again = await comeWithAccount(cloud, 'Akua');
  await again.ask({ t: 'hello', v: 1, arena, game: second.game.id, ply: 1 });
  const { player } = second.sides[sideAt(second.ply())];
  const resigns: Person = player === again.player ? again : yaw;
  await resigns.ask({ t: 'resign', game: second.game.id });
  await yaw.hears('frozen');
  for (const person of [yaw, again]) person.hangUp();
}

/** A short game, and then one that its first mover does not show up for. */
async function playDraughts(cloud: LocalCloud, desk: Desk, arena: ArenaId): Promise<void> {
  const kojo = await comeWithAccount(cloud, 'Kojo');
  const adwoa = await comeWithAccount(cloud, 'Adwoa');
  for (const { ask } of [kojo, adwoa]) await ask({ t: 'enter', arena });
  const first = await sitDown([kojo, adwoa], arena, null);
  await first.plays(2);
  const loser = sideAt(first.ply());
  await first.sides[loser].ask({ t: 'resign', game: first.game.id });
  await scored(first);
  const second = await sitDown([kojo, adwoa], arena, first.game.id);
  await second.sides[otherSide('first')].hears('scored');
  const cheat = second.sides.first.player;
  await desk.bans(cheat, { reason: 'two accounts' });
  await kojo.hears('frozen');
  for (const person of [kojo, adwoa]) person.hangUp();
}

/** After the freeze: somebody is taken out of the ranking, and put back. */
async function correct(desk: Desk, arena: ArenaId): Promise<void> {
  const { standings } = await desk.asks('GET', `/arenas/${arena}/standings`);
  const player = present((standings as { player: PlayerId }[])[0]?.player, 'a winner');
  const at = `/arenas/${arena}/players/${player}`;
  await desk.asks('POST', `${at}/disqualify`, { reason: 'engine' });
  await desk.asks('POST', `${at}/reinstate`, { reason: 'no engine' });
}

const scored = ({ sides }: Table): Promise<readonly ServerMessage[]> =>
  Promise.all([sides.first.hears('scored'), sides.second.hears('scored')]);
