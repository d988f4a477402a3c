import { describe, expect, it } from 'vitest';
import { PRESET_NAMES, PRESETS, type PresetName } from '../../../shared/arena/policy.ts';
import { fieldsOf, LINE_TYPES } from '../../../shared/protocol/export.ts';
import { changesOf } from './verify-changes.ts';
import {
  fullFile,
  reported,
  summaryOf,
  tellingArena,
  unrecomputed,
  verifyLines,
} from './verify-files.ts';

/** Their change makes the file another one, or none: it cannot be read. */
const STRUCTURE = [
  ...['arena.schema', 'player.gamesGone'],
  ...LINE_TYPES.map((type) => `${type}.type`),
];
const TIE_BREAKS = ['buchholzCut1', 'buchholz', 'sonnebornBerger', 'wins', 'winsAsSecond', 'aroc1'];

/** Every field of every line, rules and tie-breaks one by one. */
const ALL_FIELDS = LINE_TYPES.flatMap((type) =>
  fieldsOf(type).flatMap((field) => {
    if (field === 'policy') {
      return Object.keys(PRESETS.classic).map((rule) => `arena.policy.${rule}`);
    }
    if (field === 'tiebreaks') return TIE_BREAKS.map((key) => `standing.tiebreaks.${key}`);
    return [`${type}.${field}`];
  }),
).sort();

/** Made once for a preset; every test changes a copy. */
const files = new Map<PresetName, ReturnType<typeof fullFile>>();

async function fileOf(preset: PresetName) {
  if (!files.has(preset)) files.set(preset, tellingArena(preset).then(fullFile));
  return structuredClone((await files.get(preset)) ?? []);
}

describe.each(PRESET_NAMES)('an export of %s', (preset) => {
  it('verifies as it is', async () => {
    const lines = await fileOf(preset);
    const count = (type: string) => lines.filter((line) => line.type === type).length;

    const report = await verifyLines(lines);

    expect(reported(report, 'difference')).toEqual([]);
    const sizes = `players=${count('player')} games=${count('game')}`;
    expect(summaryOf(report)).toMatch(new RegExp(`^ok ${sizes} compared=[1-9]\\d* .*=0$`));
    expect(report.exitCode).toBe(0);
  });

  it.each(changesOf(preset))('does not with another $field', async ({ make, sees }) => {
    const lines = await fileOf(preset);
    make(lines);

    const report = await verifyLines(lines);

    expect(report.lines.join('\n')).toMatch(sees);
    expect(summaryOf(report)).toMatch(/^differences=[1-9]\d* players=/);
    expect(report.exitCode).toBe(1);
  });

  it('names every other field as not recomputed, and those do not matter', async () => {
    const detected = changesOf(preset).map(({ field }) => field);
    const report = await verifyLines(await fileOf(preset));

    expect([...detected, ...unrecomputed(report), ...STRUCTURE].sort()).toEqual(ALL_FIELDS);
  });
});

describe('a field that is not recomputed', () => {
  it.each([
    ['arena', 'name', 'x'],
    ['arena', 'id', 'x'],
    ['player', 'name', 'x'],
    ['player', 'removedAtMs', 1],
    ['game', 'clocks', []],
    ['final', 'frozenAtMs', 1],
    ['final', 'reason', 'x'],
    ['final', 'actor', 'x'],
  ])('%s.%s changes nothing', async (type, field, value) => {
    const lines = await fileOf('classic');
    for (const line of lines) if (line.type === type && field in line) line[field] = value;

    const report = await verifyLines(lines);

    expect(report.exitCode).toBe(0);
    expect(unrecomputed(report)).toContain(`${type}.${field}`);
  });
});
