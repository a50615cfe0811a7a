import type { Block, TextSection } from '../../contract/texts/types.ts';

/** All strings of a block, for the search and the checks of wording. */
export function stringsOf(one: Block): readonly string[] {
  switch (one.kind) {
    case 'list':
    case 'numbered':
      return one.items;
    case 'table':
      return [one.caption, ...one.head, ...one.rows.flat()];
    default:
      return [one.text];
  }
}

/** All strings of a section. */
export const wordsOf = ({ title, blocks, questions }: TextSection): readonly string[] => [
  title,
  ...blocks.flatMap(stringsOf),
  ...questions.flatMap(({ question, answer }) => [question, ...answer.flatMap(stringsOf)]),
];
