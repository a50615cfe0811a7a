import { SENTIMENT_SECTIONS } from '../src/insight/sections.ts';
import { Spoken } from '../src/insight/words.tsx';
import { type SentimentState, SentimentView } from '../src/sentiment/sentiment.view.tsx';
import type { ViewHost, WidgetState } from './wire/protocol.ts';

export const sections = SENTIMENT_SECTIONS;
export const hindi = { url: new URL('hi-sentiment.js', import.meta.url).href, integrity: '__HI_SENTIMENT_INTEGRITY__' };

/** The market-sentiment chunk: the portal's view, drawn with the page's one runtime. */
export const render = (state: WidgetState, { disclaimerUrl, sections: shown, words }: ViewHost) => (
  <Spoken words={words}>
    <SentimentView state={state as SentimentState} disclaimerUrl={disclaimerUrl} sections={shown} />
  </Spoken>
);
