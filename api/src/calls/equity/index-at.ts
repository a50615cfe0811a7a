import { istDay, sessionOf } from '@vimarsh/shared/domain/market/calendar.ts';
import type { Market } from '../../market/index.ts';

/** The index alpha is measured against. */
export const INDEX = 'NIFTY';

const SECOND_MS = 1000;
const SLICE_MS = 20 * 60_000;

/**
 * The index at an instant, by its second-by-second prices; null where it has none. Its prices of a day end before those of the stocks that
 * trade until 15:30: then its last one stands.
 */
export async function indexAt(market: Pick<Market, 'bars'>, at: number): Promise<number | null> {
  const near = await market.bars(INDEX, new Date(at - SECOND_MS), new Date(at + SECOND_MS));
  if (near.some(({ resolution }) => resolution !== 'second')) return null;
  const found = near.findLast((bar) => bar.end.getTime() <= at)?.c ?? near.find((bar) => bar.start.getTime() >= at)?.o;
  if (found !== undefined) return found;
  const open = sessionOf(istDay(new Date(at)), false)?.open.getTime() ?? at;
  for (let to = at; to > open; to -= SLICE_MS) {
    const bars = await market.bars(INDEX, new Date(Math.max(open - 1, to - SLICE_MS)), new Date(to));
    const last = bars.findLast(({ resolution }) => resolution === 'second');
    if (last) return last.c;
  }
  return null;
}
