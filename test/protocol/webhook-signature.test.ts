import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../shared/core/random.ts';
import {
  signatureHeaders,
  WEBHOOK_SECRET_BYTES,
  webhookSecret,
} from '../../shared/protocol/webhook-signature.ts';

const random = seededRandom(Number(process.env.SEED ?? 20_261_130));
const secret = webhookSecret(random.bytes(WEBHOOK_SECRET_BYTES));
const message = { id: 'msg_1_ab', atMs: Date.now(), body: '{"type":"arena.frozen","name":"Ænne"}' };

describe('a webhook is signed', () => {
  it('as the reference library verifies it, whatever is in the body', async () => {
    for (const body of [message.body, '', '{}', '☃'.repeat(3_000)]) {
      const headers = await signatureHeaders(secret, { ...message, body });
      const receiver = new Webhook(secret);

      expect(() => receiver.verify(body, headers, { jsonParse: false })).not.toThrow();
      expect(() => receiver.verify(`${body}.`, headers, { jsonParse: false })).toThrow();
    }
  });

  it('as the reference library signs it', async () => {
    const { 'webhook-signature': signature } = await signatureHeaders(secret, message);
    const expected = new Webhook(secret).sign(message.id, new Date(message.atMs), message.body);

    expect(signature).toBe(expected);
  });

  it('with an id, a time and a body of which none may change', async () => {
    const headers = await signatureHeaders(secret, message);
    const receiver = new Webhook(secret);
    const other = webhookSecret(random.bytes(WEBHOOK_SECRET_BYTES));

    expect(() => receiver.verify(`${message.body} `, headers)).toThrow();
    expect(() => receiver.verify(message.body, { ...headers, 'webhook-id': 'msg_2' })).toThrow();
    const later = String(Number(headers['webhook-timestamp']) + 1);
    const moved = { ...headers, 'webhook-timestamp': later };
    expect(() => receiver.verify(message.body, moved)).toThrow();
    expect(() => new Webhook(other).verify(message.body, headers)).toThrow();
  });

  it('at the instant of the attempt, since receivers refuse what is old', async () => {
    const old = await signatureHeaders(secret, { ...message, atMs: message.atMs - 3_600_000 });

    expect(() => new Webhook(secret).verify(message.body, old)).toThrow(/old/i);
  });
});
