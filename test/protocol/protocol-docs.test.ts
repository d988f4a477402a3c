import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { asyncApi } from '../../infra/cli/protocol/asyncapi.ts';
import { CLIENT_MESSAGES } from '../../infra/cli/protocol/client-messages.ts';
import {
  clientMessages,
  type Documented,
  GATEWAY_MESSAGE,
  PING_MESSAGES,
  serverMessages,
  sharedSchemas,
} from '../../infra/cli/protocol/documented.ts';
import { GATEWAY_ERRORS } from '../../infra/cli/protocol/gateway-frames.ts';
import { type JsonSchema, jsonSchemaOf } from '../../infra/cli/protocol/json-schema.ts';
import { misfits } from '../../infra/cli/protocol/misfits.ts';
import { RUNNING_GAME } from '../../infra/cli/protocol/server-examples.ts';
import { wrapped } from '../../infra/cli/protocol/wrap.ts';
import { yamlOf } from '../../infra/cli/protocol/yaml.ts';
import { protocolDocs } from '../../infra/cli/protocol-docs.ts';
import { gatewayFrame } from '../../infra/local/gateway/socket-reply.ts';
import { parseClientMessage } from '../../shared/protocol/client-message.ts';
import { rulesOf } from '../../shared/rules/registry.ts';

const client = clientMessages();
const server = serverMessages();
const all = [...client, ...server, ...PING_MESSAGES, GATEWAY_MESSAGE];
const shared = sharedSchemas();
const docs = await protocolDocs();

const judge = (value: unknown, { schema }: Documented) => misfits(value, schema, shared);
const parse = (value: object) => parseClientMessage(JSON.stringify(value));

describe('the documents of the protocol', () => {
  it.each(Object.entries(docs))('docs/%s is what the script writes', async (name, text) => {
    const committed = await readFile(`docs/${name}`, 'utf8');

    expect(committed === text, 'run npm run docs').toBe(true);
  });

  it('have no link and no reference that leads nowhere', () => {
    const page = docs['protocol.md'] ?? '';
    const anchors = new Set(
      [...page.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
        title.toLowerCase().replaceAll(' ', '-'),
      ),
    );
    const links = [...page.matchAll(/\]\(#([^)]+)\)/g)].map(([, anchor = '']) => anchor);
    const api = asyncApi(client, server);
    const references = [...JSON.stringify(api).matchAll(/"\$ref":"#\/([^"]+)"/g)];

    expect(links.filter((anchor) => !anchors.has(anchor))).toEqual([]);
    expect(links.length).toBeGreaterThan(client.length);
    expect(references.filter(([, path = '']) => at(api, path) === undefined)).toEqual([]);
    expect(references.length).toBeGreaterThan(all.length);
  });

  it('name every message once, in both documents', () => {
    const names = all.map(({ name }) => name);

    expect(new Set(names).size).toBe(names.length);
    for (const name of names) {
      expect(docs['protocol.md']).toContain(`\n### ${name}\n`);
      expect(docs['asyncapi.yaml']).toContain(`\n    ${name}:\n      name: ${name}\n`);
    }
  });

  it('name every message as an answer or a push, or as one that a client sends', () => {
    const silent = all.filter(
      ({ from, isAnswer, isPushed }) => from !== 'client' && !isAnswer && !isPushed,
    );

    expect(silent).toEqual([]);
  });
});

describe('the example of a message', () => {
  it.each(Object.entries(CLIENT_MESSAGES))('%s is taken by the parser', (_, { example }) => {
    expect(parse(example)).toEqual({ ok: true, value: example });
  });

  it.each(all.map((message) => [message.name, message] as const))('%s fits', (_, message) => {
    expect(judge(message.example, message)).toEqual([]);
  });

  it('of a game in progress is one that can be played', () => {
    const { kind, moves, ply } = RUNNING_GAME;
    const rules = rulesOf(kind);
    let position = rules.replay(new Uint8Array());
    for (const move of moves.split(' ')) {
      const played = rules.move(position, move);
      expect(played, move).not.toBeNull();
      position = played?.position ?? position;
    }

    expect(moves.split(' ')).toHaveLength(ply);
  });
});

/** Whatever may stand where it does not belong. */
const VALUES: readonly unknown[] = [
  ...[undefined, null, true, {}, [], '', 'x', 'x'.repeat(64), 'x'.repeat(65), '7kQ2mX9aB4c'],
  ...['7kQ2mX9aB4-', '7kQ2mX9aB4cd', -1, 0, 0.5, 1, 2, 1_000, 1_001, 1e300],
];

describe('the schema of what a client sends', () => {
  it.each(client.map((message) => [message.name, message] as const))(
    '%s agrees with the parser about every value of every field',
    (_, message) => {
      const fields = Object.keys(message.schema.properties ?? {}).filter((name) => name !== 't');
      const outcomes = fields.flatMap((field) =>
        VALUES.map((value) => {
          const changed = JSON.parse(JSON.stringify({ ...message.example, [field]: value }));
          const isTaken = parse(changed).ok;
          expect({ field, value, ok: judge(changed, message).length === 0 }).toEqual({
            ...{ field, value, ok: isTaken },
          });
          return isTaken;
        }),
      );

      expect(outcomes).toContain(true);
      expect(outcomes).toContain(false);
    },
  );

  it('is not made of parts that have no translation', () => {
    expect(() => jsonSchemaOf({ type: 'date' })).toThrow('date');
    expect(() =>
      jsonSchemaOf({ type: 'string', pipe: [{ type: 'string' }, { type: 'email' }] }),
    ).toThrow('email');
  });
});

describe('the frames of the gateway', () => {
  const context = { connectionId: 'c=', requestId: 'r' };

  it.each(GATEWAY_ERRORS)('%j fit', (frame) => {
    expect(judge(frame, GATEWAY_MESSAGE)).toEqual([]);
  });

  it('are those of the local gateway', () => {
    const frame = JSON.parse(gatewayFrame('Forbidden', context as never));

    expect(judge(frame, GATEWAY_MESSAGE)).toEqual([]);
    expect(Object.keys(frame)).toEqual(Object.keys(GATEWAY_MESSAGE.example));
  });
});

describe('a misfit is found', () => {
  const schema: JsonSchema = {
    type: 'object',
    required: ['a'],
    properties: {
      a: { anyOf: [{ type: 'string', enum: ['x'] }, { type: 'null' }] },
      b: { type: 'array', items: { type: 'integer', minimum: 1 } },
    },
  };

  it.each([
    [{}, '/a: missing'],
    [{ a: 'y' }, '/a: not such a text'],
    [{ a: 1 }, '/a: not of type string'],
    [{ a: null, b: [1, 0] }, '/b/1: below 1'],
    [{ a: null, b: [1.5] }, '/b/0: not of type integer'],
    [{ a: null, c: 1 }, '/c: unknown'],
    [[], ': not of type object'],
  ])('in %j', (value, found) => {
    expect(misfits(value, schema, {})).toEqual([found]);
  });

  it('and none where there is none', () => {
    expect(misfits({ a: 'x', b: [1, 2] }, schema, {})).toEqual([]);
    expect(misfits({ a: null }, schema, {})).toEqual([]);
  });
});

describe('the text of a document', () => {
  it('is YAML of the same values', () => {
    const value = { a: ['x y', { 'b c': 'no', d: [] }], e: '1.0', f: {}, g: 'a: "b"', h: null };

    expect(yamlOf({ ...value, i: undefined })).toBe(
      [
        ...['a:', '  - x y', '  - b c: "no"', '    d: []'],
        ...['e: "1.0"', 'f: {}', 'g: "a: \\"b\\""', 'h: null', ''],
      ].join('\n'),
    );
  });

  it('fits the screen, but for tables and code', () => {
    const long = 'word '.repeat(30).trim();
    const lines = wrapped(`- ${long}\n- short\n\n| ${long} |`).split('\n');

    expect(lines.map((line) => line.length)).toEqual([96, 56, 7, 0, 153]);
    expect(lines[1]).toMatch(/^ {2}word/);
  });
});

/** What lies under a path with slashes. */
function at(root: unknown, path: string): unknown {
  return path
    .split('/')
    .reduce<unknown>((node, key) => (node as Record<string, unknown> | undefined)?.[key], root);
}
