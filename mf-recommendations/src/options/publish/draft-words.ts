import type { LevelBasis } from '@vimarsh/shared/contract/calls/options/types.ts';
import { formatDay } from '@vimarsh/shared/domain/text/formats.ts';

export const BASIS_CHOICE: Readonly<Record<LevelBasis, string>> = { pnl: 'Profit', premium: 'Premium', underlying: 'Underlying' };

/** Calendar days from `today` to an expiry: `23 Nov 2026 · 4 days left`. Both are IST dates. */
export function expiryLabel(expiry: string, today: string): string {
  const days = Math.round((Date.parse(expiry) - Date.parse(today)) / 86_400_000);
  return `${formatDay(expiry)} · ${days <= 0 ? 'today' : days === 1 ? '1 calendar day left' : `${days} calendar days left`}`;
}
