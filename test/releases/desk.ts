import type { LocalCloud } from '../../infra/local/local-cloud.ts';
import type { ArenaId, PlayerId } from '../../shared/core/ids.ts';

/** Where organisers of a recording sit. */
export interface Desk {
  /** Somebody who may be named, and plays nowhere. */
  readonly player: PlayerId;
  /** By name where the operation is to be done once; throws at every refusal. */
  readonly asks: (method: string, path: string, body?: object, once?: string) => Promise<Answer>;
  readonly makes: (arena: object) => Promise<ArenaId>;
  readonly invites: (name: string) => Promise<Guest>;
  /** Of a socket, with a ticket of this guest. */
  readonly guestAddress: (guest: Guest) => Promise<string>;
  /** As an admin, and takes it back. */
  readonly bans: (player: PlayerId, body: object) => Promise<void>;
}

export interface Guest {
  readonly id: PlayerId;
  readonly secret: string;
}

type Answer = Readonly<Record<string, unknown>>;

export async function openDesk({ httpUrl, issuer }: LocalCloud): Promise<Desk> {
  const tokenOf = (subject: string, role: string) =>
    issuer.mintToken({ subject, name: subject, roles: [role], expiresInS: 3_600 });
  const organiser = await tokenOf('organiser', 'organiser');
  const admin = await tokenOf('admin', 'admin');
  const ask = async (token: string, ...[method, path, body, once]: Parameters<Desk['asks']>) => {
    const answer = await fetch(`${httpUrl}${path}`, {
      method,
      headers: {
        ...{ authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        ...(once !== undefined && { 'idempotency-key': `${once} ${path}`.replaceAll(' ', '-') }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return (text === '' ? {} : JSON.parse(text)) as Answer;
  };
  const asks: Desk['asks'] = (...what) => ask(organiser, ...what);
  const invites: Desk['invites'] = async (name) =>
    (await asks('POST', '/guests', { name })) as unknown as Guest;
  const { id: player } = await invites('Fiifi');
  return {
    player,
    asks,
    invites,
    makes: async (arena) => (await asks('POST', '/arenas', arena)).id as ArenaId,
    guestAddress: async ({ id, secret }) =>
      (await asks('POST', `/guests/${id}/tickets`, { secret })).url as string,
    bans: async (who, body) => {
      await ask(admin, 'PUT', `/players/${who}/ban`, body);
      await ask(admin, 'DELETE', `/players/${who}/ban`);
    },
  };
}
