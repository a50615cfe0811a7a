import { type SentimentState, SentimentView } from '../src/sentiment/sentiment.view.tsx';

/** The market-sentiment chunk: the portal's view, drawn with the page's one runtime. */
export const render = (state: SentimentState, disclaimerUrl: string) => <SentimentView state={state} disclaimerUrl={disclaimerUrl} />;
