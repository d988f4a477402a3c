/** Prints text as it is, and waits while the reader is slower. */
export type Print = (text: string) => Promise<void>;

/** What a command needs of the machine it runs on. */
export interface Surroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** A line for people, not for the next command of a pipe. */
  readonly warn: (line: string) => void;
  readonly nowMs: () => number;
  readonly sleep: (ms: number) => Promise<void>;
  /** A text that nobody has used before. */
  readonly newKey: () => string;
  /** From now on Ctrl-C ends nothing but what asks this signal. */
  readonly interrupted: () => AbortSignal;
}

type ExitCode = number | 'usage';

/** What follows `npm run arena --`. */
export interface Command {
  /** One line of the list of commands. */
  readonly summary: string;
  /** What `--help` says. */
  readonly usage: string;
  /** Gives the exit code; `usage`: the arguments were wrong. */
  readonly run: (args: readonly string[], print: Print) => Promise<ExitCode>;
}

/** A command that may ask a server; every `Command` is one, too. */
export interface OnlineCommand extends Omit<Command, 'run'> {
  readonly run: (
    args: readonly string[],
    print: Print,
    surroundings: Surroundings,
  ) => Promise<ExitCode>;
}

/** Commands that share a word: `series create`, `series list`. */
export interface CommandGroup {
  readonly summary: string;
  readonly commands: Readonly<Record<string, OnlineCommand>>;
}
