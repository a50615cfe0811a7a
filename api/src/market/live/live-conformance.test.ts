import { sessionOf } from '@vimarsh/shared/domain/market/calendar.ts';
import { conformance, type Harness, type Source } from '../feed/conformance.testing.ts';
import type { DayBar, Listing } from '../market.ts';
import { LiveWorld } from './live-world.testing.ts';
import { LineFault, type Minute, type Tick } from './price-line.ts';
import { readFeedMessage } from './upstox/feed-message.ts';
import { feedMessage } from './upstox/stand-in.testing.ts';

const LISTING = { symbol: 'TCS', fno: true, kind: 'equity' } as Listing;
const OTHER = 'INFY';
const DAYS = ['2026-03-04', '2026-03-05', '2026-03-06'] as const;
const SESSIONS = DAYS.map((day) => sessionOf(day, true)!);
/** An hour into the second day the price falls by 5 % for two minutes. */
const DIP = { from: new Date(SESSIONS[1]!.open.getTime() + 3_600_000), to: new Date(SESSIONS[1]!.open.getTime() + 3_720_000) };
/** Between two looks and two prices, ms. */
const STEP = 30_000;
const instrument = (symbol: string) => ({ symbol, tradedAs: symbol, isin: '', fno: true });

/** The price at an instant of a session: it wanders by some paise, and dips. */
function priceAt(at: number): number {
  if (at >= DIP.from.getTime() && at < DIP.to.getTime()) return 95;
  return 100 + ((at / 1000) % 97) / 100;
}
const inSession = (at: number): boolean => SESSIONS.some(({ open, close }) => at >= open.getTime() && at < close.getTime());

interface Stretch {
  readonly from: number;
  readonly to: number;
  readonly skew: number;
  readonly disordered: boolean;
}

/** A broker's line and history over what was delivered: what is delivered for an instant that has passed is in the history alone. */
async function open(asTold: (ticks: readonly Tick[]) => readonly Tick[] = (ticks) => ticks): Promise<Source> {
  const world = await LiveWorld.open(new Date(SESSIONS[0]!.preopen.getTime() - 1000), [instrument('TCS'), instrument(OTHER)]);
  const stretches: Stretch[] = [];
  let skew = 0;
  let position = world.now.getTime();
  let halt = { from: 0, to: 0 };
  let again: Tick[] = [];
  const covering = (at: number): Stretch | undefined => stretches.findLast(({ from, to }) => at > from && at <= to);
  const isHalted = (at: number): boolean => at >= halt.from && at < halt.to;
  const tick = (symbol: string, at: number, clock: number): Tick => ({
    ...{ symbol, price: priceAt(at), volume: Math.round((at - SESSIONS[0]!.open.getTime()) / 500), day: null, previousClose: null, depth: null },
    ...{ at: at + clock, arrived: at },
  });
  const traded = (at: number, clock: number): Tick[] =>
    (inSession(at) ? ['TCS', OTHER] : []).filter((symbol) => symbol !== 'TCS' || !isHalted(at)).map((symbol) => tick(symbol, at, clock));

  world.line.history = (symbol, from, to) => {
    const minutes: Minute[] = [];
    for (let start = from.getTime(); start < to.getTime(); start += 60_000) {
      if (!covering(start + 1) || !covering(start + 60_000)) throw new LineFault('The broker does not have it yet.');
      const prices = Array.from({ length: 60 }, (_, second) => start + second * 1000).filter((at) => inSession(at) && !(symbol === 'TCS' && isHalted(at)));
      const all = prices.map(priceAt);
      if (all.length > 0) minutes.push({ start, open: all[0]!, high: Math.max(...all), low: Math.min(...all), close: all.at(-1)!, volume: 1 });
    }
    return minutes;
  };

  async function look(at: number): Promise<Date | null> {
    world.now = new Date(at);
    const stretch = covering(at);
    if (stretch && world.line.state().kind !== 'open') world.line.say('open');
    if (!stretch && world.line.state().kind === 'open') world.line.say('lost');
    if (stretch) {
      const ticks = [...traded(at - 1000, stretch.skew), ...traded(at, stretch.skew)];
      world.line.send(asTold([...again, ...(stretch.disordered ? ticks.toReversed() : ticks)]));
      again = [];
    }
    return world.feed.refresh();
  }

  return {
    feed: world.feed,
    async deliver(from, to) {
      stretches.push({ from: from.getTime(), to: to.getTime(), skew, disordered: false });
      // The end of what has passed comes in once more.
      const last = Math.min(to.getTime(), position);
      for (let at = last - 120_000; at <= last; at += STEP) if (at > from.getTime() && position > from.getTime()) again.push(...traded(at, skew));
    },
    async deliverDisordered(from, to) {
      stretches.push({ from: from.getTime(), to: to.getTime(), skew, disordered: true });
    },
    async skew(ms) {
      skew = ms;
    },
    async halt(from, to) {
      halt = { from: from.getTime(), to: to.getTime() };
    },
    async correct(day) {
      const [bar] = (await world.feed.history('TCS', day, day)) as [DayBar];
      world.importDay({ TCS: { ...bar, h: bar.h + 1 } });
    },
    async goTo(now) {
      let earliest: Date | null = null;
      const note = (told: Date | null): void => {
        if (told && (!earliest || told < earliest)) earliest = told;
      };
      for (const { preopen, open: opened, close, end } of SESSIONS) {
        const instants = [preopen.getTime(), opened.getTime() - 5000];
        for (let at = opened.getTime(); at <= close.getTime() + STEP; at += STEP) instants.push(at);
        for (const at of [...instants, end.getTime() + 5000]) if (at > position && at < now.getTime()) note(await look(at));
      }
      note(await look(now.getTime()));
      position = now.getTime();
      note(await world.settled());
      return earliest;
    },
    end: () => world.feed.stop(),
  };
}

/** The same prices in messages of Upstox, which tell when each was traded. */
const asUpstoxTells = (ticks: readonly Tick[]): Tick[] =>
  ticks.flatMap(({ symbol, price, volume, at, arrived }) => {
    const message = feedMessage('live_feed', [[`NSE_EQ|${symbol}`, { symbol, price, volume: volume ?? 0, at: arrived / 1000 }]], at!);
    return readFeedMessage(message).prices.map(({ key: _, ...told }) => ({ ...told, symbol, at, arrived }));
  });

const LIVE: Harness = {
  name: 'live',
  listing: LISTING,
  days: DAYS,
  can: ['gap', 'correction', 'disorder', 'skew', 'halt', 'connection'],
  dip: DIP,
  open: () => open(),
};
conformance(LIVE);
conformance({ ...LIVE, name: 'live, in messages of Upstox', can: ['disorder', 'skew', 'connection'], open: () => open(asUpstoxTells) });
