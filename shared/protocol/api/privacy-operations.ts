import { guestTicketSchema } from '../http.ts';
import { erasureSchema } from '../privacy-view.ts';
import { answer, operation } from './operation.ts';

const tag = 'players';
const success = answer(erasureSchema, 'It is under way, or done.', { status: 202 });

export const eraseMeOperation = operation({
  ...{ id: 'eraseMe', method: 'DELETE', path: '/players/me', tag, access: 'player' },
  summary:
    'Forgets the caller: his profile goes at once, his name in all arenas within minutes, and he ' +
    'is taken out of those to come. Results and ratings stay under a pseudonym. Not during a game.',
  success,
  refusals: ['gameRunning', 'busy'],
});

export const eraseGuestOperation = operation({
  ...{ id: 'eraseGuest', method: 'POST', path: '/guests/{id}/erase', tag, access: 'open' },
  summary: 'The same for a guest; his secret is good for nothing afterwards.',
  body: guestTicketSchema,
  success,
  refusals: ['notFound', 'forbidden', 'gameRunning', 'busy'],
});

export const PRIVACY_OPERATIONS = [eraseMeOperation, eraseGuestOperation];
