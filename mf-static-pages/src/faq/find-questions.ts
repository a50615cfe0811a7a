import { type FaqDocument, stringsOf } from '../content/content.types.ts';
import { plainText } from '../document/rich-text.tsx';

/** The groups and questions that contain every word of the query in question or answer, ignoring case. */
export function findQuestions(groups: FaqDocument['groups'], query: string, site: string): FaqDocument['groups'] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return groups;
  return groups
    .map((group) => ({
      ...group,
      questions: group.questions.filter(({ question, answer }) => {
        const text = plainText([group.title, question, ...answer.flatMap(stringsOf)].join(' '), site).toLowerCase();
        return words.every((word) => text.includes(word));
      }),
    }))
    .filter((group) => group.questions.length > 0);
}
