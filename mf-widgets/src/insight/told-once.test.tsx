import { cleanup, render, screen } from '@testing-library/react';
import { readCandlesInsight } from '@vimarsh/shared/contract/candles-insight/routes.ts';
import { readEquityInsight } from '@vimarsh/shared/contract/equity-insight/routes.ts';
import { readOptionsInsight, readOptionUnderlyings } from '@vimarsh/shared/contract/options-insight/routes.ts';
import { readSentiment } from '@vimarsh/shared/contract/sentiment/routes.ts';
import { type CannedAnswer, fakeHost, refuse, reply } from '@vimarsh/shared/kit/fake-host.tsx';
import type { ReactElement } from 'react';
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
const EQUITY_PAGE = '/equity-insights/:stock?/:broker_access_key?';
const OPTIONS_PAGE = '/options-insights/:indice?/:broker_access_key?';

const show = (pattern: string, path: string, page: ReactElement, canned: CannedAnswer[] = answers) => {
  const host = fakeHost({ pattern, path, answers: canned });
  render(page, { wrapper: host.Wrapper });
  return host;
};

test.each([
  [EQUITY_PAGE, '/equity-insights/NOPE', <EquityInsightsPage key="equity" />],
  [OPTIONS_PAGE, '/options-insights/NOPE', <OptionsInsightsPage key="options" />],
  ['/stocks/:symbol', '/stocks/NOPE', <Candles key="candles" symbol="NOPE" />],
  ['/market-sentiment', '/market-sentiment?stock=NOPE', <StockSentiment key="sentiment" />],
])('%s names in its place the stock that is unknown, and by no toast', async (pattern, path, page) => {
  const host = show(pattern, path, page);
  expect(await screen.findByText('We don’t know “NOPE”.')).toBeVisible();
  expect(host.notices).toEqual([]);
});

test.each([
  [EQUITY_PAGE, '/equity-insights/State%20Bank', 'State Bank', <EquityInsightsPage key="equity" />],
  [EQUITY_PAGE, '/equity-insights/%7B%7Bstock%7D%7D', '{{stock}}', <EquityInsightsPage key="equity" />],
  [OPTIONS_PAGE, '/options-insights/%7B%7Bindex%7D%7D', '{{index}}', <OptionsInsightsPage key="options" />],
  ['/market-sentiment', '/market-sentiment?stock=State%20Bank', 'State Bank', <StockSentiment key="sentiment" />],
  ['/market-sentiment', '/market-sentiment?stock=%7B%7Bstock%7D%7D', '{{stock}}', <StockSentiment key="sentiment" />],
])('%s at %s names what was asked for as it was written, and shows no other stock', async (pattern, path, written, page) => {
  show(pattern, path, page);
  expect(await screen.findByText(`We don’t know “${written}”.`)).toBeVisible();
});

test.each([
  [EQUITY_PAGE, '/equity-insights/NSE:TCS', 'stock', 'TCS', <EquityInsightsPage key="equity" />],
  [EQUITY_PAGE, '/equity-insights/tcs.ns', 'stock', 'TCS', <EquityInsightsPage key="equity" />],
  [OPTIONS_PAGE, '/options-insights/NIFTY%2050', 'indice', 'NIFTY', <OptionsInsightsPage key="options" />],
  [OPTIONS_PAGE, '/options-insights/BANK%20NIFTY', 'indice', 'BANKNIFTY', <OptionsInsightsPage key="options" />],
  [OPTIONS_PAGE, '/options-insights/RELIANCE.NS', 'indice', 'RELIANCE', <OptionsInsightsPage key="options" />],
  ['/market-sentiment', '/market-sentiment?stock=NSE:TCS', 'stock_code', 'TCS', <StockSentiment key="sentiment" />],
  ['/market-sentiment', '/market-sentiment?stock=TCS.NS', 'stock_code', 'TCS', <StockSentiment key="sentiment" />],
])('%s at %s asks for the %s %s', async (pattern, path, name, symbol, page) => {
  const host = show(pattern, path, page);
  await screen.findByText(/^We don’t know /);
  const asked = host.calls.filter(({ route }) => route === readEquityInsight || route === readOptionsInsight || route === readSentiment);
  expect(asked.map(({ input }) => (input as { params: object }).params)).toEqual([{ [name]: symbol }]);
});

test('an expiry of an address is that day however it is written, or is named as unreadable', async () => {
  const page = <OptionsInsightsPage />;
  const host = show(OPTIONS_PAGE, '/options-insights/NIFTY?expiry=8-Dec-2026', page);
  await screen.findByText('We don’t know “NIFTY”.');
  expect(host.calls.find(({ route }) => route === readOptionsInsight)?.input).toMatchObject({ query: { expiry: '2026-12-08' } });
  cleanup();
  const other = show(OPTIONS_PAGE, '/options-insights/NIFTY?expiry=08-12-2026', page);
  expect(await screen.findByText('We can’t read the expiry “08-12-2026”. Write it as “2026-12-08”.')).toBeVisible();
  expect(other.calls.filter(({ route }) => route === readOptionsInsight)).toEqual([]);
});
