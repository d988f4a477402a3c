import { DUTCH } from './dutch.ts';
import { ENGLISH } from './english.ts';
import { factsOf, type RulesPageArena } from './facts.ts';
import { type LanguageWords, type RulesLanguage, SECTION_IDS, type SectionId } from './sections.ts';

export type { RulesPageArena } from './facts.ts';
export { RULES_LANGUAGES, type RulesLanguage } from './sections.ts';

/** The rules of one arena for its players. All texts are plain; the title has the arena's name. */
export interface RulesPage {
  readonly lang: RulesLanguage;
  readonly title: string;
  readonly sections: readonly RulesSection[];
}

export interface RulesSection {
  readonly id: SectionId;
  readonly heading: string;
  readonly paragraphs: readonly string[];
}

const WORDS: { readonly [L in RulesLanguage]: LanguageWords } = { en: ENGLISH, nl: DUTCH };

/** The rules of this arena, computed from its own policy. */
export function rulesPage(arena: RulesPageArena, lang: RulesLanguage): RulesPage {
  const words = WORDS[lang];
  const facts = factsOf(arena);
  return {
    lang,
    title: words.title(arena.name),
    sections: SECTION_IDS.map((id) => {
      const { heading, paragraphs } = words.sections[id];
      return { id, heading, paragraphs: paragraphs(facts) };
    }),
  };
}
