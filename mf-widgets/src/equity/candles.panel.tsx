import { readCandlesInsight } from '@vimarsh/shared/contract/candles-insight/routes.ts';
import type { CandleInterval } from '@vimarsh/shared/contract/candles-insight/types.ts';
import { useQuery } from '@vimarsh/shared/kit/query/query.ts';
import { useState } from 'react';
import { FINAL, insightState } from '../insight/insight-state.ts';
import { CandlesView } from './candles.view.tsx';

const REFRESH_MS = 60_000;

/** Candles of a symbol on the portal's page. */
export function Candles({ symbol }: { symbol: string }) {
  const [interval, setInterval] = useState<CandleInterval>('1d');
  const query = useQuery(readCandlesInsight, { params: { stock: symbol }, query: { interval } }, { every: REFRESH_MS, told: FINAL });
  const state = insightState(query, (data) => data.symbol === symbol && (data.interval === interval || !data.intervals.includes(interval)), symbol);
  return <CandlesView symbol={symbol} state={state} interval={interval} onInterval={setInterval} />;
}
