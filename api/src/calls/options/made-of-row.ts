import { optionMade } from '@vimarsh/shared/domain/calls/options/lot/made.ts';
import { readParts } from './recorded.ts';
import type { OptionRow } from './tables.ts';

type Measured = Pick<OptionRow, 'id' | 'legs' | 'breakevens' | 'stale' | 'lot_size' | 'status' | 'risk' | 'pnl' | 'cost'>;

/** A follower's result of an ended option call after costs, % of what was at risk; null without a result. */
export function madeOfRow(row: Measured): number | null {
  const { lot_size, status, risk, pnl, cost } = row;
  return optionMade({ legs: readParts(row).legs, lot_size, status, risk, pnl, cost })?.pct ?? null;
}
