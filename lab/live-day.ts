import { writeFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { sessionOf } from '@vimarsh/shared/domain/market/calendar.ts';
import { rng } from '@vimarsh/shared/domain/market/rng.ts';
import { type SampleRow, udiffFile } from '../api/src/market/files/sample-files.testing.ts';
import { INDICES, STOCKS } from '../api/src/market/instruments/listed.ts';
import type { SentTick, StandInCandle } from '../api/src/market/live/broker-stand-in.testing.ts';
import { KiteStandIn } from '../api/src/market/live/kite/stand-in.testing.ts';
import { Refusal } from './experiment.ts';

interface LiveDayOptions {
  readonly url: string;
  readonly day: string;
  readonly seed: number;
  readonly file: string;
}

/** Plays a day of all instruments over a stand-in of Kite into a server that runs, and writes the day's file when it is over. */
export default async function playLiveDay({ url, day, seed, file }: LiveDayOptions): Promise<boolean> {
  const session = sessionOf(day, true);
  if (!session) throw new Refusal(`${day} has no session.`);
  const symbols = [...STOCKS, ...INDICES].map(({ symbol }) => symbol);
  const kite = await new KiteStandIn(symbols).start(500);
  console.log(`Start a server in another terminal, with a fresh DATA_DIR:
MARKET_FEED=kite KITE_API_KEY=${kite.apiKey} KITE_ACCESS_TOKEN=${kite.token} KITE_URL=${kite.httpUrl} KITE_SOCKET_URL=${kite.socketUrl} \\
  MARKET_NOW=${new Date(session.open.getTime() - 600_000).toISOString()} MARKET_SPEED=10 npm start`);
  const { next } = rng(seed);
  const own = new Map(STOCKS.map(({ symbol, price }) => [symbol, { price, o: price, h: price, l: price, volume: 0 }]));
  for (const { symbol, level } of INDICES) own.set(symbol, { price: level, o: level, h: level, l: level, volume: 0 });
  const candles = new Map<string, StandInCandle[]>(symbols.map((symbol) => [symbol, []]));
  let clock: { market: number; wall: number; speed: number } | null = null;
  for (let second = -1; ; ) {
    if (!clock || performance.now() - clock.wall > 5000) clock = (await askClock(url)) ?? clock;
    await pause(50);
    if (!clock) continue;
    const market = clock.market + (performance.now() - clock.wall) * clock.speed;
    if (market > session.end.getTime() + 10_000) break;
    const reached = Math.floor((market - session.open.getTime()) / 1000);
    if (reached < 0 || reached === second) continue;
    second = reached;
    const ticks: SentTick[] = [];
    for (const [symbol, one] of own) {
      if (market < session.close.getTime()) one.price = Math.round(20 * one.price * (1 + (next() - 0.5) * 0.0006)) / 20;
      Object.assign(one, { h: Math.max(one.h, one.price), l: Math.min(one.l, one.price), volume: one.volume + Math.ceil(next() * 50) });
      ticks.push({ symbol, price: one.price, volume: one.volume, open: one.o, high: one.h, low: one.l, close: one.o, at: Math.floor(market / 1000) });
      addToMinute(candles.get(symbol)!, Math.floor(market / 60_000) * 60_000, one.price);
      kite.history(symbol, candles.get(symbol)!);
    }
    kite.send(ticks);
  }
  const rows: SampleRow[] = STOCKS.map(({ symbol }) => {
    const { o, h, l, price } = own.get(symbol)!;
    return { symbol, o, h, l, c: price, prev: o };
  });
  writeFileSync(file, udiffFile(day, rows));
  console.log(`The day is over. Its file is ${file}: npm run import -- ${file} with the server’s settings tells whether it says the same.`);
  await kite.close();
  return true;
}

async function askClock(url: string): Promise<{ market: number; wall: number; speed: number } | null> {
  try {
    const answer = await fetch(`${url}/market/v1/clock`, { signal: AbortSignal.timeout(2000) });
    const { data } = (await answer.json()) as { data: { now: string; speed: number } };
    return { market: Date.parse(data.now), wall: performance.now(), speed: data.speed };
  } catch {
    return null;
  }
}

function addToMinute(candles: StandInCandle[], start: number, price: number): void {
  const last = candles.at(-1);
  if (last?.start.getTime() === start)
    candles[candles.length - 1] = { ...last, h: Math.max(last.h, price), l: Math.min(last.l, price), c: price, v: last.v + 1 };
  else candles.push({ start: new Date(start), o: price, h: price, l: price, c: price, v: 1 });
}
