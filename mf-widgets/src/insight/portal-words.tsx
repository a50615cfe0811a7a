import { languageNow } from '@vimarsh/shared/kit/language.ts';
import { type ReactNode, useEffect, useState } from 'react';
import { type Dictionary, dictionaryOf } from '../hindi/hindi-texts.ts';
import { Spoken } from './words.tsx';

const DICTIONARIES = {
  sentiment: () => import('../hindi/sentiment.hindi.ts').then((file) => file.SENTIMENT_HINDI),
  equity: () => import('../hindi/equity.hindi.ts').then((file) => file.EQUITY_HINDI),
  options: () => import('../hindi/options.hindi.ts').then((file) => file.OPTIONS_HINDI),
} as const satisfies Record<string, () => Promise<Readonly<Record<string, string>>>>;
type Insight = keyof typeof DICTIONARIES;

const loaded: Partial<Record<Insight, Dictionary>> = {};

/**
 * An insight in the portal: where Hindi was chosen it speaks by the dictionary that embeds use, which is fetched then. Until it is
 * there, and where it can't be fetched, the insight is English.
 */
export function PortalWords({ of, children }: { of: Insight; children: ReactNode }) {
  const [dictionary, setDictionary] = useState(loaded[of] ?? null);
  useEffect(() => {
    if (dictionary || languageNow() !== 'hi') return;
    DICTIONARIES[of]().then(
      (texts) => {
        loaded[of] ??= dictionaryOf(texts);
        setDictionary(loaded[of]);
      },
      () => undefined,
    );
  }, [dictionary, of]);
  return <Spoken dictionary={dictionary}>{children}</Spoken>;
}
