import { applyOptionEvent } from '@vimarsh/shared/domain/calls/options/option-state.ts';
import type { OptionMarket } from '../../market/index.ts';
import type { JudgedOption } from './judge.ts';

/** Condors, all round the money of every underlying, with levels that no minute reaches. */
export async function openCalls(options: OptionMarket, now: Date, count: number): Promise<JudgedOption[]> {
  const calls: JudgedOption[] = [];
  const chains = await Promise.all(
    (await options.underlyings()).map(async (symbol) => (await options.chain(symbol, (await options.expiries(symbol, now))[0]!, now))!),
  );
  for (let number = 0; number < count; number += 1) {
    const { symbol, expiry, rows, spot } = chains[number % chains.length]!;
    const middle = rows.findIndex(({ strike }) => strike >= spot);
    const away = 1 + (Math.floor(number / chains.length) % 4);
    const leg = (side: 'buy' | 'sell', type: 'CE' | 'PE', at: number) => ({ side, type, strike: rows[middle + at]!.strike, expiry, lots: 1, mid: 50 });
    const state = applyOptionEvent(null, {
      call_id: `call_${number}`,
      type: 'publish',
      ts: now.toISOString(),
      payload: {
        stock: symbol,
        underlying_type: 'indices',
        legs: [leg('sell', 'CE', away), leg('buy', 'CE', away + 3), leg('sell', 'PE', -away), leg('buy', 'PE', -away - 3)],
        lot_size: 65,
        level_basis: 'pnl',
        target: 1e8,
        stop_loss: -1e8,
        net_limit: null,
        margin_est: 100_000,
        max_loss: -10_000,
        settles: true,
        entry_until: '2026-11-25T08:30:00.000Z',
        expires_at: '2026-11-30T10:10:00.000Z',
      },
    });
    calls.push({ stock: symbol, expert_id: 'exp_01', state });
  }
  return calls;
}
