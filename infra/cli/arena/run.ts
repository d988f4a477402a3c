import type { CommandGroup, OnlineCommand, Print, Surroundings } from './command.ts';
import { commandList, SECTIONS } from './command-list.ts';

const WRONG_USAGE = 2;
const PREFIX = 'npm run --silent arena --';

/** What everything is called, by its name. */
const COMMANDS = new Map(SECTIONS.flatMap(({ commands }) => Object.entries(commands)));

const USAGE = `${PREFIX} COMMAND

Schedules, steers, watches and checks arenas: those of npm start (http://localhost:8787), or of any
server that --endpoint URL or ARENA_ENDPOINT names. Whoever changes something needs a token of an
organiser, in ARENA_TOKEN or in a file (--token-file); npm start prints one.

${SECTIONS.map(({ title, commands }) => `${title}\n${commandList(commands)}`).join('\n\n')}

${PREFIX} COMMAND --help says more about one.`;

type Found =
  | { readonly kind: 'command'; readonly command: OnlineCommand; readonly args: readonly string[] }
  | { readonly kind: 'list'; readonly usage: string; readonly unknown: string };

/** Runs what follows `npm run arena --`; gives the exit code. */
export async function runArena(
  args: readonly string[],
  print: Print,
  surroundings: Surroundings,
): Promise<number> {
  const found = find(args);
  const usage = found.kind === 'command' ? found.command.usage : found.usage;
  if (asksHelp(args)) {
    await print(`${usage}\n`);
    return 0;
  }
  if (found.kind === 'list') {
    surroundings.warn(found.unknown === '' ? usage : `no command ${found.unknown}\n\n${usage}`);
    return WRONG_USAGE;
  }
  const result = await found.command.run(found.args, print, surroundings);
  if (result !== 'usage') return result;
  surroundings.warn(usage);
  return WRONG_USAGE;
}

function asksHelp(args: readonly string[]): boolean {
  const end = args.indexOf('--');
  return args.slice(0, end < 0 ? undefined : end).some((arg) => arg === '--help' || arg === '-h');
}

function find([name = '', ...args]: readonly string[]): Found {
  const isFlag = name.startsWith('-');
  const one = COMMANDS.get(name);
  if (one === undefined) return { kind: 'list', usage: USAGE, unknown: isFlag ? '' : name };
  if (!('commands' in one)) return { kind: 'command', command: one, args };
  const [part = '', ...rest] = args;
  const command = Object.hasOwn(one.commands, part) ? one.commands[part] : undefined;
  if (command !== undefined) return { kind: 'command', command, args: rest };
  const unknown = part === '' || part.startsWith('-') ? '' : `${name} ${part}`;
  return { kind: 'list', usage: groupUsage(name, one), unknown };
}

const groupUsage = (name: string, { summary, commands }: CommandGroup): string =>
  `${PREFIX} ${name} COMMAND: ${summary}

${commandList(commands)}

${PREFIX} ${name} COMMAND --help says more about one.`;
