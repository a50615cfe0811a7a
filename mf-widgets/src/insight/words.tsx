import { formatDay, formatIst } from '@vimarsh/shared/domain/text/formats.ts';
import { createContext, type ReactNode, useContext } from 'react';
import { filled } from '../hindi/filled.ts';
import type { Text } from '../hindi/hindi-texts.ts';

/**
 * What a view says, in the visitor's language. English texts are their own keys and need no dictionary.
 * Figures are the same in every language: Latin digits, lakh and crore.
 */
export interface Words {
  readonly lang: 'en' | 'hi';
  /** A text of ours; `{0}`, `{1}` are filled with the values. */
  readonly say: (text: Text, ...values: readonly (string | number)[]) => string;
  /** A text of the server: translated where there is a translation, otherwise English and marked so. */
  readonly told: (text: string) => ReactNode;
  /** The same for attributes, which can't be marked. */
  readonly toldPlain: (text: string) => string;
  /** '20 Nov 2026' of an instant or an IST day. */
  readonly day: (value: string) => string;
  /** '20 Nov 2026, 14:32 IST'. */
  readonly time: (instant: string) => string;
}

const ENGLISH: Words = {
  lang: 'en',
  say: (text, ...values) => filled(text, values),
  told: (text) => text,
  toldPlain: (text) => text,
  day: formatDay,
  time: formatIst,
};

const WordsContext = createContext(ENGLISH);
export const useWords = (): Words => useContext(WordsContext);

/** What stands inside speaks with these words, or English without any. */
export const Spoken = ({ words, children }: { words: Words | null; children: ReactNode }) => (
  <WordsContext.Provider value={words ?? ENGLISH}>{children}</WordsContext.Provider>
);
