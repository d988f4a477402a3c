import type { Account } from '../../shared/app/entities.ts';
import { RATING_MIN } from '../../shared/game/glicko.ts';
import { checked } from '../../shared/protocol/client-message.ts';
import { NAME_CHARACTERS_MAX, playerName } from '../../shared/protocol/texts.ts';
import type { HttpEvent } from './http-handler.ts';

/** May create arenas and steer his own. */
export const ORGANISER = 'organiser';
/** May steer every arena, and ban players. */
export const ADMIN = 'admin';

/** A first rating that is claimed leaves room for games to change it. */
const CLAIMED_RATING_MAX = 3_000;

/** Roles come from a claim that the stack names; the gateway has checked the token. */
export function hasRole({ claims }: HttpEvent, role: string): boolean {
  return listOf(claims[process.env.ROLES_CLAIM ?? '']).includes(role);
}

/** Who the token speaks of. A claim that the stack names may give the first rating. */
export function accountOf({ claims }: HttpEvent): Account {
  const subject = textOf(claims.sub);
  return {
    subject,
    name: nameOf(claims) ?? `player ${subject.slice(0, 8)}`,
    rating: ratingOf(claims[process.env.RATING_CLAIM ?? '']),
  };
}

/** The gateway turns a list into the text `[a b]`. */
function listOf(claim: unknown): readonly string[] {
  if (Array.isArray(claim)) return claim.map(String);
  return textOf(claim)
    .replace(/^\[|\]$/g, '')
    .split(/\s+/)
    .filter((part) => part !== '');
}

function nameOf(claims: HttpEvent['claims']): string | null {
  for (const claim of [claims.name, claims.nickname, claims['cognito:username']]) {
    const name = checked(playerName, textOf(claim).slice(0, NAME_CHARACTERS_MAX));
    if (name.ok) return name.value;
  }
  return null;
}

function ratingOf(claim: unknown): number | null {
  const rating = Number(claim);
  const plausible =
    Number.isInteger(rating) && rating >= RATING_MIN && rating <= CLAIMED_RATING_MAX;
  return plausible ? rating : null;
}

const textOf = (claim: unknown): string =>
  typeof claim === 'string' || typeof claim === 'number' ? String(claim) : '';
