import type { OptionCell, OptionsInsight } from '@vimarsh/shared/contract/options-insight/types.ts';
import { csv } from '@vimarsh/shared/domain/text/csv.ts';

const FIELDS = [
  ['Last', 'last'],
  ['Change %', 'change_pct'],
  ['Bid', 'bid'],
  ['Ask', 'ask'],
  ['Volume, shares', 'volume'],
  ['Open interest, shares', 'oi'],
  ['Change of open interest, shares', 'oi_change'],
  ['IV %, Black-76', 'iv'],
  ['IV %, NSE', 'iv_nse'],
  ['Delta', 'delta'],
  ['Gamma', 'gamma'],
  ['Theta a session', 'theta'],
  ['Vega', 'vega'],
  ['Class', 'build_up'],
] as const satisfies readonly (readonly [string, keyof OptionCell])[];

/** The chain as a file: one line a contract, with everything that is shown of it and what it was computed from. */
export function chainCsv({ symbol, expiry, as_of, spot, forward, rows }: OptionsInsight): string {
  const head = ['Symbol', 'Expiry', 'As of (UTC)', 'Spot', 'Forward', 'Strike', 'Type', ...FIELDS.map(([label]) => label)];
  const lines = rows.flatMap(({ strike, ce, pe }) =>
    [['CE', ce] as const, ['PE', pe] as const].flatMap(([type, cell]) =>
      cell ? [[symbol, expiry, as_of, spot, forward.value, strike, type, ...FIELDS.map(([, field]) => cell[field])]] : [],
    ),
  );
  return csv([head, ...lines]);
}
