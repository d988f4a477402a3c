import { text } from 'node:stream/consumers';
import type { Context } from 'aws-lambda';
import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest';
import { listen } from '../../infra/local/listen.ts';
import { jsonAnswer, type WireAnswer } from '../../infra/local/wire.ts';

export interface Heard {
  readonly method: string;
  readonly path: string;
  readonly body: string;
}

/** A service of AWS as a test has it: what it was asked, and what it answers. */
export interface AwsApi {
  readonly heard: Heard[];
  readonly endpoint: string;
  answer: (heard: Heard) => WireAnswer | Promise<WireAnswer>;
}

/** A new service for each test of a file, and the environment in which the SDK may call it. */
export function useAwsApi(): () => AwsApi {
  let service: AwsApi;
  let close: () => Promise<void>;
  beforeEach(async () => {
    const listener = await listen(0, (error) => {
      throw error;
    });
    close = listener.close;
    const heard: Heard[] = [];
    service = { heard, endpoint: `http://${listener.host}`, answer: () => jsonAnswer({}) };
    listener.serve(async (request) => {
      const path = decodeURIComponent(request.url ?? '');
      const one = { method: request.method ?? '', path, body: await text(request) };
      heard.push(one);
      return service.answer(one);
    });
  });
  afterEach(() => close());
  beforeAll(() => {
    vi.stubEnv('AWS_REGION', 'us-east-1');
    vi.stubEnv('AWS_ACCESS_KEY_ID', 'local');
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'local');
  });
  afterAll(() => void vi.unstubAllEnvs());
  return () => service;
}

export const CONTEXT = { awsRequestId: 'r' } as Context;

/** A refusal of a service: some name their error, some only give its status. */
export const failure = (status: number, name: string | null): WireAnswer => ({
  status,
  headers: name === null ? {} : { 'x-amzn-errortype': name },
  body: '{}',
});
