import type { TextSection } from '@vimarsh/shared/contract/texts/types.ts';
import { wordsOf } from '@vimarsh/shared/domain/text/text-words.ts';
import { plainText } from './rich-text.tsx';

export interface Found {
  readonly sections: readonly TextSection[];
  /** Of how many questions, or sections in a text without questions, how many match. */
  readonly count: number;
  readonly total: number;
}

const sizeOf = (sections: readonly TextSection[]): number => sections.reduce((sum, { questions }) => sum + questions.length, 0) || sections.length;

/** The questions, and sections without any, that contain every word of the query, ignoring case. */
export function findWords(sections: readonly TextSection[], query: string): Found {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const total = sizeOf(sections);
  if (words.length === 0) return { sections, count: total, total };
  const matches = (strings: readonly string[]): boolean => {
    const text = plainText(strings.join(' ')).toLowerCase();
    return words.every((word) => text.includes(word));
  };
  const found = sections.flatMap((section) => {
    if (section.questions.length === 0) return matches(wordsOf(section)) ? [section] : [];
    const questions = section.questions.filter((question) =>
      matches([section.title, ...wordsOf({ ...section, title: '', blocks: [], questions: [question] })]),
    );
    return questions.length > 0 ? [{ ...section, questions }] : [];
  });
  return { sections: found, count: found.length > 0 ? sizeOf(found) : 0, total };
}
