import { languageNow } from '@vimarsh/shared/kit/language.ts';
import { type ReactNode, useEffect, useState } from 'react';
import { Spoken, type Words } from './words.tsx';

const DICTIONARIES = {
  sentiment: () => import('../hindi/sentiment.hindi.ts').then((file) => file.SENTIMENT_HINDI),
  equity: () => import('../hindi/equity.hindi.ts').then((file) => file.EQUITY_HINDI),
  options: () => import('../hindi/options.hindi.ts').then((file) => file.OPTIONS_HINDI),
} as const satisfies Record<string, () => Promise<Readonly<Record<string, string>>>>;
type Insight = keyof typeof DICTIONARIES;

const loaded: Partial<Record<Insight, Words>> = {};

async function load(of: Insight): Promise<Words> {
  const [texts, { dictionaryOf }, { hindiBy }] = await Promise.all([DICTIONARIES[of](), import('../hindi/hindi-texts.ts'), import('../hindi/hindi-words.tsx')]);
  loaded[of] ??= hindiBy(dictionaryOf(texts));
  return loaded[of];
}

/**
 * An insight in the portal: where Hindi was chosen it speaks by the dictionary that embeds use, which is fetched then. Until it is
 * there, and where it can't be fetched, the insight is English.
 */
export function PortalWords({ of, children }: { of: Insight; children: ReactNode }) {
  const [words, setWords] = useState(loaded[of] ?? null);
  useEffect(() => {
    if (words || languageNow() !== 'hi') return;
    load(of).then(setWords, () => undefined);
  }, [words, of]);
  return <Spoken words={words}>{children}</Spoken>;
}
