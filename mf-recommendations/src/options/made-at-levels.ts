import type { OptionCall } from '@vimarsh/shared/contract/calls/options/types.ts';
import { units } from '@vimarsh/shared/domain/calls/options/legs.ts';
import { profitOf } from '@vimarsh/shared/domain/calls/options/lot/gains.ts';
import { toPaise } from '@vimarsh/shared/domain/money/paise.ts';

/** What a lot makes where its target and its stop-loss end it, ₹ without costs; null beside a future and where the levels are the underlying’s. */
export function madeAtLevels({ legs, lot_size, level_basis, target, stop_loss, net_premium }: OptionCall): { target: number; stop: number } | null {
  if (level_basis === 'underlying' || legs.some(({ type }) => type === 'FUT')) return null;
  const each = units(legs);
  if (level_basis === 'pnl') return { target: toPaise(target / each), stop: toPaise(stop_loss / each) };
  const entries = legs.map(({ entry }) => entry);
  const nothing = legs.map(() => 0);
  const paid = entries.every((entry) => entry !== null) ? profitOf(legs, lot_size, nothing, entries as number[]) / each : net_premium * lot_size;
  return { target: toPaise(target * lot_size - paid), stop: toPaise(stop_loss * lot_size - paid) };
}
