import * as z from 'zod/mini';
import { isDay } from '../days.ts';
import { route } from '../route.ts';
import { code, count, day, symbol, text } from '../text.ts';
import { demoTimeChange } from './time-control.ts';
import { candle, instrument, marketClock, quote } from './types.ts';

const symbolList = z
  .pipe(
    text(2000, 1),
    z.transform((value) => [...new Set(value.split(',').filter(Boolean))]),
  )
  .check(
    z.refine((list) => list.length <= 200, 'At most 200 symbols'),
    z.refine((list) => list.every((item) => /^[A-Z0-9][A-Z0-9&-]{0,19}$/.test(item)), 'Not a trading symbol'),
  );

export const searchInstruments = route({
  method: 'GET',
  path: '/market/v1/instruments',
  summary: 'Find stocks and indices by symbol, ISIN or name, as pages and brokers write them.',
  access: 'open',
  query: z.object({ search: z._default(code(120), ''), limit: count(100, 20) }),
  data: z.array(instrument),
});

export const readInstrument = route({
  method: 'GET',
  path: '/market/v1/instruments/:symbol',
  summary: 'One stock with its tick and price band for today.',
  access: 'open',
  params: z.object({ symbol }),
  data: z.extend(instrument, { band_low: z.number(), band_high: z.number() }),
});

export const readQuotes = route({
  method: 'GET',
  path: '/market/v1/quotes',
  summary: 'Latest quotes of up to 200 symbols.',
  access: 'open',
  query: z.object({ symbols: symbolList }),
  data: z.array(quote),
});

/** `shares`: prices and volumes on the share count of this day, so that a split or bonus is no step; without it as they traded. */
export const readCandles = route({
  method: 'GET',
  path: '/market/v1/candles',
  summary: 'Candles of one stock: daily, or 5 minutes of the last sessions.',
  access: 'open',
  query: z.object({
    symbol,
    interval: z._default(z.enum(['1d', '5m']), '1d'),
    from: z.optional(day),
    to: z.optional(day),
    shares: z.optional(day),
    limit: count(1200, 250),
  }),
  data: z.array(candle),
});

export const readClock = route({ method: 'GET', path: '/market/v1/clock', summary: 'Market clock and session phase.', access: 'open', data: marketClock });

/** Demo only, for admins: replay a session. `from` UTC, not after the live clock; `speed` 1 to 60; absent `from` returns to the live clock. */
export const setClock = route({
  method: 'POST',
  path: '/market/v1/clock',
  summary: 'Demo, for admins: replay the market from a moment at 1 to 60 times speed.',
  access: 'demoAdmin',
  body: z.object({
    from: z.optional(
      z.string().check(
        z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?Z$/, { abort: true }),
        z.refine((value) => isDay(value.slice(0, 10)) && !Number.isNaN(Date.parse(value)), 'Not a UTC time'),
      ),
    ),
    speed: z._default(z.number().check(z.minimum(1), z.maximum(60)), 1),
  }),
  data: marketClock,
});

export const changeDemoTime = route({
  method: 'POST',
  path: '/market/v1/demo-time',
  summary: 'Demo, for admins: hold market time, let it run at 1 to 60 times speed, or go to the next session.',
  access: 'demoAdmin',
  body: demoTimeChange,
  data: marketClock,
});
