/** Prints text as it is, and waits while the reader is slower. */
export type Print = (text: string) => Promise<void>;

/** What follows `npm run arena --`. */
export interface Command {
  /** One line of the list of commands. */
  readonly summary: string;
  /** What `--help` says. */
  readonly usage: string;
  /** Gives the exit code; `usage`: the arguments were wrong. */
  readonly run: (args: readonly string[], print: Print) => Promise<number | 'usage'>;
}
