import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { FUNCTION_NAMES } from '../../../infra/cloud/function-table.ts';
import { synthesize } from '../../../infra/cloud/synthesize.ts';
import { startLocalCloud } from '../../../infra/local/local-cloud.ts';
import { startMiniCloud, writeBundles } from './mini-cloud.ts';
import { miniTemplate } from './mini-template.ts';

const start = (options: object) =>
  startLocalCloud({ port: 0, template: miniTemplate(), bundles: writeBundles({}), ...options });

describe('a cloud that cannot start says why in one line', () => {
  test('when its port is taken', async () => {
    const first = await startMiniCloud({});
    const port = Number(new URL(first.httpUrl).port);

    await expect(start({ port })).rejects.toThrow(`port ${port} is in use by another program`);
    await first.stop();
  });

  test('when its folder cannot be written', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'shield-arena-'));
    const file = join(folder, 'file');
    writeFileSync(file, '');

    await expect(start({ dataDir: file })).rejects.toThrow(
      /^cannot keep data in the folder .*file: /,
    );
    rmSync(folder, { recursive: true });
  });

  test('when the template holds something else, and then lets go of the port', async () => {
    const template = miniTemplate({ Stream: { Type: 'AWS::Kinesis::Stream' } });
    const first = await startMiniCloud({});
    const port = Number(new URL(first.httpUrl).port);
    await first.stop();

    await expect(start({ port, template })).rejects.toThrow(/Stream.*AWS::Kinesis::Stream/);
    await (await start({ port })).stop();
  });
});

test('it listens on its loopback address only', async () => {
  const cloud = await start({});
  const elsewhere = (url: string) => fetch(url.replace('127.0.0.1', '127.0.0.2'));

  expect((await fetch(cloud.httpUrl)).status).toBe(404);
  await expect(elsewhere(cloud.httpUrl)).rejects.toThrow();
  await expect(elsewhere(cloud.awsUrl)).rejects.toThrow();
  await cloud.stop();
});

test('stopping in the middle of work, and twice, is harmless', async () => {
  const http = `export const handler = () => {
    console.log('began');
    return new Promise(() => {});
  };`;
  const cloud = await startMiniCloud({ http });
  const request = fetch(`${cloud.httpUrl}/arenas`).catch(() => 'cut off');
  await cloud.line('http', /began/);

  await Promise.all([cloud.stop(), cloud.stop()]);

  expect(await request).toBe('cut off');
});

test('the synthesized stack can be played', async () => {
  const assetsDir = mkdtempSync(join(tmpdir(), 'shield-arena-assets-'));
  for (const name of FUNCTION_NAMES) {
    mkdirSync(join(assetsDir, name));
    const source = `export const handler = async () => ({ statusCode: 200, body: '${name}' });`;
    writeFileSync(join(assetsDir, name, 'index.mjs'), source);
  }
  const { template, bundles } = synthesize({
    assetsDir,
    issuer: 'https://issuer.example',
    audience: 'a',
  });

  const cloud = await startLocalCloud({ port: 0, template, bundles });
  const answer = await fetch(`${cloud.httpUrl}/arenas/1/standings`);
  const text = await answer.text();
  await cloud.stop();
  rmSync(assetsDir, { recursive: true });

  expect(text).toBe('http');
});
