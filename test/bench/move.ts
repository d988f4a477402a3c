import { cpus, loadavg } from 'node:os';
import { sameBill } from './move/bill.ts';
import { COMMANDS, type Command } from './move/commands.ts';
import { type Measured, measureHandlers, ROUNDS, valueAt } from './move/handler-cpu.ts';
import { GAMES, measureLatency, THINK_MS, WARM_UP_PLIES } from './move/latency.ts';

/** Budgets of the design: CPU of the handler for one move, and of the whole local cloud. */
const HANDLER_BUDGET_MS = 1;
const CLOUD_BUDGET_MS = 5;
/** Whatever hangs on the way must not hang for ever. */
const PATIENCE_MS = 300_000;

const inMs = (ms: number): string => `${ms.toFixed(2).padStart(6)} ms`;
const verdict = (ms: number, budgetMs: number): string =>
  `budget ${budgetMs} ms: ${ms <= budgetMs ? 'ok' : 'ABOVE'}`;

async function reportLatency(): Promise<void> {
  const { toOpponentMs, toMoverMs, cpuMs } = await measureLatency();
  const line = (what: string, times: readonly number[]) =>
    console.log(
      `  ${what.padEnd(30)} p50 ${inMs(valueAt(times, 0.5))}, p99 ${inMs(valueAt(times, 0.99))}`,
    );
  console.log(
    `local cloud, ${GAMES} games at once, ${toMoverMs.length} moves, each ${THINK_MS} ms`,
  );
  console.log(`after the last one (and ${WARM_UP_PLIES} plies a game before, to warm up):`);
  line('send to the opponent’s push', toOpponentMs);
  line('send to the mover’s answer', toMoverMs);
  const budget = verdict(cpuMs, CLOUD_BUDGET_MS);
  console.log(`  CPU of a move, cloud and players ${inMs(cpuMs)} (${budget})`);
}

function reportHandler({ kind, medianMs, p99Ms, bill }: Measured): void {
  const { bill: owed }: Command = COMMANDS[kind];
  const { readUnits, writeUnits, calls, posts } = bill;
  const isExact = sameBill(bill, owed);
  if (!isExact) process.exitCode = 1;
  const notes = [
    ...(kind === 'move' ? [verdict(medianMs, HANDLER_BUDGET_MS)] : []),
    ...(isExact
      ? []
      : [`NOT the ${owed.readUnits} RRU, ${owed.writeUnits} WRU, ${owed.calls} calls`]),
  ];
  const units = `${readUnits} RRU + ${writeUnits} WRU in ${calls} calls, ${posts} posts`;
  const times = `${inMs(medianMs)}, p99 ${inMs(p99Ms)}`;
  console.log(`  ${kind.padEnd(14)} ${times};  ${[units, ...notes].join('; ')}`);
}

setTimeout(() => {
  console.error(`not over after ${PATIENCE_MS / 1_000} s`);
  process.exit(1);
}, PATIENCE_MS).unref();

const cpu = cpus()[0]?.model ?? 'unknown processor';
// What else the machine does lengthens every time below.
const load = `${(loadavg()[0] ?? 0).toFixed(1)} on ${cpus().length} cores`;
console.log(`a move, and every other command; Node ${process.version}, ${cpu}, load ${load}`);
await reportLatency();
console.log(`handlers as they deploy, one command at a time, CPU of their thread alone (neither`);
console.log(`database nor gateway), median of the best of ${ROUNDS} rounds, and exact units:`);
await measureHandlers(reportHandler);
