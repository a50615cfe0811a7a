import dayjs from 'dayjs';
import type { Period } from '../../contract/calls/types.ts';

/** What an environment may say about past performance (product 0.2). */
export type PerfPolicy = 'demo' | 'parrva' | 'client_request' | 'off';

/** Whether figures may be shown. `parrva` requires verified metrics of enrolled experts, of which there are none yet. */
export const figuresAllowed = (mode: PerfPolicy): boolean => mode === 'demo';
/** Whether single closed calls may be shown as dated records. */
export const recordsAllowed = (mode: PerfPolicy): boolean => mode !== 'off';

/** `demo` only on invented prices: real prices with fictional experts would be a false record. */
export const defaultPolicy = (demo: boolean, invented: boolean): PerfPolicy => (demo && invented ? 'demo' : 'client_request');

export const DISCLAIMERS: Readonly<Record<PerfPolicy, string>> = {
  demo: 'Simulated market, fictional experts: not real performance.',
  parrva: 'Only metrics verified by PaRRVA are shown. Past performance does not guarantee future results.',
  client_request:
    'Closed calls are dated research records for illustration only, not recommendatory. Figures are given on a client’s own request: not verified by PaRRVA, and they may not be comparable. Past performance does not guarantee future results.',
  off: 'Past calls are not shown here.',
};

const LOOK_BACK = { '1W': [1, 'week'], '1M': [1, 'month'], '3M': [3, 'month'], '6M': [6, 'month'], '1Y': [1, 'year'] } as const;

/** First IST day of a period that ends on `today`: a calendar look-back, clamped to a month's last day (product C.5). Null for ALL. */
export function periodStart(period: Period, today: string): string | null {
  if (period === 'ALL') return null;
  const [count, unit] = LOOK_BACK[period];
  return dayjs(today).subtract(count, unit).format('YYYY-MM-DD');
}
