import type { LevelBasis } from '@vimarsh/shared/contract/calls/options/types.ts';
import { formatDay, formatFloat, formatInr, formatNumber } from '@vimarsh/shared/domain/text/formats.ts';

export const BASIS_LABEL: Readonly<Record<LevelBasis, string>> = { pnl: 'Profit', premium: 'Premium', underlying: 'Underlying' };

const TYPE_LABEL = { CE: 'call', PE: 'put', FUT: 'future' } as const;

/** `24,000 call`, or `future`. */
export const contractLabel = ({ type, strike }: { type: keyof typeof TYPE_LABEL; strike: number }): string =>
  type === 'FUT' ? TYPE_LABEL.FUT : `${formatNumber(strike, strike % 1 === 0 ? 0 : 2)} ${TYPE_LABEL[type]}`;

/** A level as its basis tells it: ₹ of the whole call, ₹ a share, or the underlying's own number. */
export const levelLabel = (basis: LevelBasis, value: number): string =>
  basis === 'pnl' ? formatInr(value) : basis === 'premium' ? `${formatInr(value)} a share` : formatFloat(value);

/** Calendar days from `today` to an expiry: `23 Nov 2026 · 4 days left`. Both are IST dates. */
export function expiryLabel(expiry: string, today: string): string {
  const days = Math.round((Date.parse(expiry) - Date.parse(today)) / 86_400_000);
  return `${formatDay(expiry)} · ${days <= 0 ? 'today' : days === 1 ? '1 day left' : `${days} days left`}`;
}
