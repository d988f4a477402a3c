import { once } from 'node:events';
import type { Command, Print } from './arena/command.ts';
import { exportCommand } from './arena/export.ts';
import { perft } from './arena/perft.ts';
import { simulateCommand } from './arena/simulate.ts';
import { verify } from './arena/verify.ts';

/** What `npm run arena --` can do, by name. */
const COMMANDS: Readonly<Record<string, Command>> = {
  export: exportCommand,
  perft,
  simulate: simulateCommand,
  verify,
};

const WRONG_USAGE = 2;

const list = Object.entries(COMMANDS)
  .map(([name, { summary }]) => `  ${name.padEnd(10)}${summary}`)
  .join('\n');

const USAGE = `npm run --silent arena -- COMMAND

${list}

npm run --silent arena -- COMMAND --help says more about one.`;

const print: Print = async (text) => {
  if (!process.stdout.write(text)) await once(process.stdout, 'drain');
};

async function main([name = '', ...args]: readonly string[]): Promise<number> {
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  const asksHelp = [name, ...args].some((arg) => arg === '--help' || arg === '-h');
  if (asksHelp) {
    await print(`${command?.usage ?? USAGE}\n`);
    return 0;
  }
  if (command === undefined) {
    console.error(name === '' ? USAGE : `no command ${name}\n\n${USAGE}`);
    return WRONG_USAGE;
  }
  const result = await command.run(args, print);
  if (result !== 'usage') return result;
  console.error(command.usage);
  return WRONG_USAGE;
}

// Whoever has read enough (`| head`) closes the pipe.
process.stdout.on('error', () => process.exit(1));
process.exitCode = await main(process.argv.slice(2));
