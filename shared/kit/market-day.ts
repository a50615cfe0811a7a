import { readClock } from '../contract/market/routes.ts';
import type { MarketClock } from '../contract/market/types.ts';
import { istDay } from '../domain/market/calendar.ts';
import { useQuery } from './query/query.ts';

const FRESH_MS = 60_000;
const dayOf = ({ now }: MarketClock): string => istDay(new Date(now));

/**
 * The IST day of market time, which in a demo and in a replay is another than that of this device; the device's day until the server
 * has answered.
 */
export function useMarketDay(): string {
  const { data } = useQuery(readClock, {}, { fresh: FRESH_MS, shown: true, pick: dayOf });
  return data ?? istDay(new Date());
}
