import { readInstrument, readQuotes, searchInstruments } from '@vimarsh/shared/contract/market/routes.ts';
import { expect, test } from 'vitest';
import { serveMarket } from './routes.ts';

const STOCKS = [
  { symbol: 'RELIANCE', name: 'Reliance Industries' },
  { symbol: 'TCS', name: 'Tata Consultancy Services' },
];
const NAMES = new Map([['RELNEW', 'RELIANCE']]);
const instrument = (name: string) => STOCKS.find(({ symbol }) => symbol === (NAMES.get(name) ?? name)) ?? null;
const market = {
  instruments: () => STOCKS,
  instrument,
  otherNames: () => NAMES,
  formerNames: () => new Map(),
  quote: (name: string) => ({ symbol: instrument(name)!.symbol }),
  band: () => ({ low: 1, high: 2 }),
  now: () => new Date('2026-05-07T12:00:00Z'),
};

test('search, addresses and quotes know a share by each of its names, and answer with it once', async () => {
  const handlers = new Map<unknown, (input: unknown) => Promise<unknown>>();
  const on = (route: unknown, handler: (input: unknown) => Promise<unknown>) => handlers.set(route, handler);
  serveMarket({ on } as never, market as never);
  const ask = (route: unknown, input: unknown) => handlers.get(route)!(input);
  for (const search of ['relnew', 'RELN']) expect(await ask(searchInstruments, { query: { search, limit: 20 } })).toMatchObject([{ symbol: 'RELIANCE' }]);
  expect(await ask(readInstrument, { params: { symbol: 'RELNEW' } })).toMatchObject({ symbol: 'RELIANCE' });
  expect(await ask(readQuotes, { query: { symbols: ['RELIANCE', 'RELNEW', 'TCS'] } })).toMatchObject([{ symbol: 'RELIANCE' }, { symbol: 'TCS' }]);
  await expect(ask(readQuotes, { query: { symbols: ['TCS', 'NOSUCH'] } })).rejects.toMatchObject({ code: 'UNKNOWN_SYMBOL' });
});
