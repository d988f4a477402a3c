import { readFileSync } from 'node:fs';
import type { Node } from 'constructs';
import { describe, expect, it } from 'vitest';
import { RESERVED } from '../../../infra/cloud/concurrency.ts';
import { readSettings, stagesOf } from '../../../infra/cloud/settings.ts';

const read = (path: string): string =>
  readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');
const GUIDE = read('docs/deploy.md');

/** Name and default of every setting, as the guide has them. */
const documented = new Map(
  [
    ...(GUIDE.split('## 5. Settings')[1]?.split('\n## ')[0] ?? '').matchAll(
      /^\| `(\w+)` +\| (.*?) +\|/gm,
    ),
  ].map(([, name = '', fallback = '']) => [name, fallback.replaceAll('`', '')]),
);

/** All that the code asks the context for, with what it makes of nothing. */
function askedFor() {
  const asked = new Set<string>();
  const node = { tryGetContext: (key: string) => void asked.add(key) } as unknown as Node;
  stagesOf(node);
  const settings = readSettings(node, 'dev');
  const inApp = [...read('infra/cloud/app.ts').matchAll(/tryGetContext\('(\w+)'\)/g)];
  for (const [, key = ''] of inApp) asked.add(key);
  return { asked, settings };
}

describe('the guide to deploying', () => {
  it('has every setting of the code, and no other', () => {
    expect([...documented.keys()].sort()).toEqual([...askedFor().asked].sort());
  });

  it('says their defaults', () => {
    const { retention, tracing, ...settings } = askedFor().settings;
    const kept = Object.entries(retention).map(([kind, days]) => {
      return [`keep${kind[0]?.toUpperCase()}${kind.slice(1)}Days`, days];
    });
    const values = Object.entries({ ...settings, xray: tracing, ...Object.fromEntries(kept) });
    const plain = values.filter(
      ([name, value]) => documented.has(name) && name !== 'stage' && value !== '' && value !== null,
    );

    expect(plain.length).toBeGreaterThan(12);
    for (const [name, value] of plain) {
      expect([name, documented.get(name)]).toEqual([name, String(value)]);
    }
  });

  it('adds up what an event reserves', () => {
    const sum = Object.values(RESERVED).reduce((all, one) => all + one, 0);

    expect(GUIDE).toContain(`reserve ${sum} of 1,000`);
  });

  it('names files and scripts that exist', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    for (const [, path = ''] of GUIDE.matchAll(/\]\((\w+\.md)\)/g)) read(`docs/${path}`);
    for (const [, script = ''] of GUIDE.matchAll(/npm run (?:--silent )?([\w:-]+)/g)) {
      expect(Object.keys(scripts)).toContain(script);
    }
  });
});
