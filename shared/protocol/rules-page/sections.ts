import type { Facts } from './facts.ts';

export const RULES_LANGUAGES = ['en', 'nl'] as const;
export type RulesLanguage = (typeof RULES_LANGUAGES)[number];

/** The sections of the page, in order; every language has each of them. They are also anchors. */
export const SECTION_IDS = [
  'arena',
  'rated',
  'scores',
  'streak',
  'berserk',
  'draws',
  'winner',
  'ties',
  'pairing',
  'end',
  'first-move',
  'leaving',
  'watching',
  'corrections',
  'technical',
] as const;
export type SectionId = (typeof SECTION_IDS)[number];

/** What a language says in one section: whole sentences, plain text. */
export interface SectionWords {
  readonly heading: string;
  readonly paragraphs: (facts: Facts) => readonly string[];
}

export type SomeSections<Id extends SectionId> = { readonly [I in Id]: SectionWords };

export interface LanguageWords {
  readonly title: (arenaName: string) => string;
  readonly sections: SomeSections<SectionId>;
}

type Part = string | false | null;

/** Those of the parts that apply. */
export const applying = (...parts: readonly Part[]): readonly string[] =>
  parts.filter((part) => part !== false && part !== null);

/** One paragraph of the sentences that apply. */
export const paragraph = (...sentences: readonly Part[]): string =>
  applying(...sentences).join(' ');
