import { wrapped } from '../protocol/wrap.ts';
import { DEFAULT_ENDPOINT } from './client/endpoint.ts';

/** What the help of a command is made of. */
export interface Explained {
  readonly name: string;
  readonly summary: string;
  /** Names of what stands without a flag, in order; in brackets what may be left out. */
  readonly operands: readonly string[];
  /** The flags of its first line. */
  readonly synopsis?: string;
  readonly about: string;
  /** Each flag or operand, and what it says. */
  readonly flags: readonly FlagLine[];
  readonly examples: readonly string[];
  readonly access: 'open' | 'token';
  /** Prints the answer as it is, so there is no `--json`. */
  readonly raw?: true;
}

export type FlagLine = readonly [flag: string, about: string];

const FLAG_WIDTH = 18;
const JSON_LINE: FlagLine = ['--json', 'the answer of the server as it is, a page a line'];
const TOKEN_FLAG: FlagLine = ['--token-file FILE', 'holds your token; without it ARENA_TOKEN does'];

/** For commands that do something once. */
export const KEY_LINE: FlagLine = [
  '--key K',
  'names this request: once more with the same key, it is not done twice',
];
export const REASON_LINE: FlagLine = ['--reason TEXT', 'why; it is written down with your name'];
export const ZONE_LINE: FlagLine = ['--zone Z', 'times on the clocks of Europe/Amsterdam, … (UTC)'];

const lineOf = ([flag, about]: FlagLine): string => `  ${flag.padEnd(FLAG_WIDTH)} ${about}`;

/** What `--help` says. */
export function usageOf(explained: Explained): string {
  const { name, operands, synopsis, about, flags, examples, access, raw } = explained;
  const first = [name, ...operands, ...(synopsis === undefined ? [] : [synopsis])].join(' ');
  const common: readonly FlagLine[] = [
    ['--endpoint URL', `the HTTP API (ARENA_ENDPOINT, or ${DEFAULT_ENDPOINT})`],
    ...(access === 'token' ? [TOKEN_FLAG] : []),
    ...(raw === true ? [] : [JSON_LINE]),
  ];
  const prefix = 'npm run --silent arena --';
  return `${prefix} ${first}

${wrapped(about)}

${[...flags, ...common].map(lineOf).join('\n')}

${examples.length === 1 ? 'Example:' : 'Examples:'}
${examples.map((example) => `  ${prefix} ${example}`).join('\n')}

Exit code: 0 done, 1 refused or no answer (one line says why), 2 wrong arguments.`;
}
