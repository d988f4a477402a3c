import type { IncomingMessage } from 'node:http';
import type { CorsPlan } from '../template/plan.ts';

/** The CORS headers of an answer; empty if the request names no origin, or one that may not. */
export function corsHeaders(cors: CorsPlan | null, request: IncomingMessage): Headers {
  const { origin } = request.headers;
  if (cors === null || origin === undefined) return {};
  const isOpen = cors.origins.includes('*');
  if (!isOpen && !cors.origins.includes(origin)) return {};
  return {
    'access-control-allow-origin': isOpen ? '*' : origin,
    ...(isOpen ? {} : { vary: 'origin' }),
    ...(cors.credentials && { 'access-control-allow-credentials': 'true' }),
    ...(cors.exposed.length > 0 && { 'access-control-expose-headers': cors.exposed.join(',') }),
  };
}

/** What a preflight is told besides; the gateway answers it without asking a function. */
export function preflightHeaders(cors: CorsPlan | null, request: IncomingMessage): Headers {
  const allowed = corsHeaders(cors, request);
  if (cors === null || Object.keys(allowed).length === 0) return {};
  return {
    ...allowed,
    ...(cors.methods.length > 0 && { 'access-control-allow-methods': cors.methods.join(',') }),
    ...(cors.headers.length > 0 && { 'access-control-allow-headers': cors.headers.join(',') }),
    ...(cors.maxAgeS !== null && { 'access-control-max-age': String(cors.maxAgeS) }),
  };
}

type Headers = Readonly<Record<string, string>>;
