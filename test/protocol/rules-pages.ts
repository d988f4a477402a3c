import { type Policy, PRESETS } from '../../shared/arena/policy.ts';
import {
  type RulesPage,
  type RulesPageArena,
  rulesPage,
} from '../../shared/protocol/rules-page/rules-page.ts';
import type { RulesLanguage, SectionId } from '../../shared/protocol/rules-page/sections.ts';

const STARTS_AT_MS = Date.UTC(2026, 11, 20, 18);
const MINUTE_MS = 60_000;

/** The Oware Shield: 3+2, rated, 90 minutes from 2026-12-20 18:00 UTC. */
export const SHIELD_ARENA: RulesPageArena = {
  name: 'Oware Shield',
  kind: 'oware',
  limitMs: 3 * MINUTE_MS,
  incrementMs: 2_000,
  startsAtMs: STARTS_AT_MS,
  endsAtMs: STARTS_AT_MS + 90 * MINUTE_MS,
  policy: PRESETS['oware-shield'],
  rated: true,
};

export const arenaOf = (
  policy: Partial<Policy> = {},
  parts: Partial<RulesPageArena> = {},
): RulesPageArena => ({
  ...SHIELD_ARENA,
  ...parts,
  policy: { ...(parts.policy ?? SHIELD_ARENA.policy), ...policy },
});

export function sectionOf(page: RulesPage, id: SectionId): string {
  const section = page.sections.find((one) => one.id === id);
  if (section === undefined) throw new Error(`no section ${id}`);
  return section.paragraphs.join('\n');
}

/** What one section says of an arena. */
export const said = (arena: RulesPageArena, lang: RulesLanguage, id: SectionId): string =>
  sectionOf(rulesPage(arena, lang), id);
