import type { Outlook, Strategy } from '../../../contract/calls/options/types.ts';
import { formatNumber } from '../../text/formats.ts';

/** What a structure of legs is called wherever it is named. */
export const STRATEGY_LABEL: Readonly<Record<Strategy, string>> = {
  LONG_CALL: 'Long call',
  LONG_PUT: 'Long put',
  BULL_CALL: 'Bull call spread',
  BEAR_PUT: 'Bear put spread',
  BULL_PUT: 'Bull put spread',
  BEAR_CALL: 'Bear call spread',
  LONG_STRADDLE: 'Long straddle',
  LONG_STRANGLE: 'Long strangle',
  SHORT_STRADDLE: 'Short straddle',
  SHORT_STRANGLE: 'Short strangle',
  IRON_CONDOR: 'Iron condor',
  IRON_FLY: 'Iron fly',
  CALL_RATIO: 'Call ratio spread',
  PUT_RATIO: 'Put ratio spread',
  CALENDAR: 'Calendar spread',
  COVERED_CALL: 'Covered call',
  PROTECTIVE_PUT: 'Protective put',
  CUSTOM: 'Own combination',
};

/** What the author expects of the underlying. */
export const OUTLOOK_LABEL: Readonly<Record<Outlook, string>> = { bullish: 'Bullish', bearish: 'Bearish', neutral: 'Neutral', volatile: 'Volatile' };

const TYPE = { CE: 'call', PE: 'put', FUT: 'future' } as const;

export const strikeName = (strike: number): string => formatNumber(strike, Number.isInteger(strike) ? 0 : 2);

/** `24,000 call`, or `future`. */
export const contractName = ({ type, strike }: { type: keyof typeof TYPE; strike: number }): string =>
  type === 'FUT' ? TYPE.FUT : `${strikeName(strike)} ${TYPE[type]}`;
