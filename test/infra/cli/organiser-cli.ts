import { runArena } from '../../../infra/cli/arena/run.ts';

/** What a command has said, and how it has ended. */
export interface Ran {
  readonly exitCode: number;
  readonly out: string;
  readonly err: string;
  /** How long it wanted to wait (ms) before each repeat. */
  readonly waits: readonly number[];
}

interface Machine {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly nowMs?: () => number;
  /** What passes while it waits; nothing unless a test needs it. */
  readonly sleep?: () => Promise<unknown>;
  readonly newKey?: () => string;
  readonly interrupted?: () => AbortSignal;
}

export type Cli = (args: string | readonly string[]) => Promise<Ran>;

/** The command line on a machine with these variables; every Ran of it is kept in `all`. */
export function cliOn(machine: Machine, all: Ran[] = []): Cli {
  const { env, nowMs = Date.now, sleep = async () => {}, newKey = () => 'a-new-key' } = machine;
  const { interrupted = () => new AbortController().signal } = machine;
  return async (args) => {
    const waits: number[] = [];
    const said = { out: '', err: '' };
    const exitCode = await runArena(
      typeof args === 'string' ? wordsOf(args) : args,
      async (text) => void (said.out += text),
      {
        ...{ env, nowMs, newKey, interrupted },
        warn: (line) => void (said.err += `${line}\n`),
        sleep: async (ms) => {
          waits.push(ms);
          await sleep();
        },
      },
    );
    const ran = { exitCode, ...said, waits };
    all.push(ran);
    return ran;
  };
}

/** The words that a shell makes of a line: blanks part them, quotes hold them together. */
export const wordsOf = (line: string): string[] =>
  [...line.replaceAll('\\\n', ' ').matchAll(/(?:[^\s"']|"[^"]*"|'[^']*')+/g)].map(([word]) =>
    word.replace(/"([^"]*)"|'([^']*)'/g, '$1$2'),
  );
