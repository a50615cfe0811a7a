import { render, screen } from '@testing-library/react';
import { readCandlesInsight } from '@vimarsh/shared/contract/candles-insight/routes.ts';
import { readEquityInsight } from '@vimarsh/shared/contract/equity-insight/routes.ts';
import { readOptionsInsight, readOptionUnderlyings } from '@vimarsh/shared/contract/options-insight/routes.ts';
import { readSentiment } from '@vimarsh/shared/contract/sentiment/routes.ts';
import { fakeHost, refuse, reply } from '@vimarsh/shared/kit/fake-host.tsx';
import { expect, test } from 'vitest';
import { Candles } from '../equity/candles.panel.tsx';
import { EquityInsightsPage } from '../equity/equity-insights.page.tsx';
import { OptionsInsightsPage } from '../options/options-insights.page.tsx';
import { StockSentiment } from '../sentiment/stock-sentiment.panel.tsx';

const UNKNOWN = 'We don’t know this stock.';
const answers = [
  ...[readEquityInsight, readOptionsInsight, readCandlesInsight, readSentiment].map((route) => refuse(route, 'UNKNOWN_SYMBOL', UNKNOWN)),
  reply(readOptionUnderlyings, []),
];

test.each([
  ['/equity-insights/:stock?/:broker_access_key?', '/equity-insights/NOPE', <EquityInsightsPage key="equity" />],
  ['/options-insights/:indice?/:broker_access_key?', '/options-insights/NOPE', <OptionsInsightsPage key="options" />],
  ['/stocks/:symbol', '/stocks/NOPE', <Candles key="candles" symbol="NOPE" />],
  ['/market-sentiment', '/market-sentiment?stock=NOPE', <StockSentiment key="sentiment" />],
])('%s says in its place that a stock is unknown, and by no toast', async (pattern, path, page) => {
  const host = fakeHost({ pattern, path, answers });
  render(page, { wrapper: host.Wrapper });
  expect(await screen.findByText(/We don’t know (this stock|a stock with the symbol NOPE)\./)).toBeVisible();
  expect(host.notices).toEqual([]);
});
