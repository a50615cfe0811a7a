import { type SentimentState, SentimentView } from '../src/sentiment/sentiment.view.tsx';
import type { ViewHost, WidgetState } from './protocol.ts';

/** The market-sentiment chunk: the portal's view, drawn with the page's one runtime. */
export const render = (state: WidgetState, { disclaimerUrl }: ViewHost) => <SentimentView state={state as SentimentState} disclaimerUrl={disclaimerUrl} />;
