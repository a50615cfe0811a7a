import type { WatchItem } from '@vimarsh/shared/contract/watchlists/types.ts';
import { formatDay, formatNumber } from '@vimarsh/shared/domain/text/formats.ts';

const TYPE = { CE: 'call', PE: 'put' } as const;

/** `26,000 call`, without its underlying. */
export const strikeText = ({ strike, type }: Pick<NonNullable<WatchItem['contract']>, 'strike' | 'type'>): string =>
  `${formatNumber(strike, Number.isInteger(strike) ? 0 : 2)} ${TYPE[type]}`;

/** `NIFTY 26,000 call, 24 Nov 2026`. */
export const contractName = ({ symbol, contract }: Pick<WatchItem, 'symbol' | 'contract'>): string =>
  contract ? `${symbol} ${strikeText(contract)}, ${formatDay(contract.expiry)}` : symbol;
