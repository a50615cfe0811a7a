import type { LegTicket, OrderState } from '@vimarsh/shared/contract/trading/types.ts';
import { formatDay, formatInr, formatNumber } from '@vimarsh/shared/domain/text/formats.ts';
import type { Tone } from '@vimarsh/shared/ui/badge.tsx';

/** The chip of a state. OPEN PENDING is the word brokers use: it is neither in the market nor cancelled. */
export const STATE_CHIP: Readonly<Record<OrderState, { readonly label: string; readonly tone: Tone }>> = {
  confirmed: { label: 'Not sent yet', tone: 'neutral' },
  at_broker: { label: 'Confirm at broker', tone: 'warn' },
  sent: { label: 'On its way', tone: 'neutral' },
  unknown: { label: 'Not known', tone: 'warn' },
  pending: { label: 'OPEN PENDING', tone: 'warn' },
  open: { label: 'Open', tone: 'accent' },
  partial: { label: 'Part filled', tone: 'accent' },
  complete: { label: 'Filled', tone: 'neutral' },
  rejected: { label: 'Rejected', tone: 'loss' },
  cancelled: { label: 'Cancelled', tone: 'neutral' },
  expired: { label: 'Expired', tone: 'neutral' },
  not_sent: { label: 'Not sent', tone: 'neutral' },
  not_received: { label: 'Not received', tone: 'neutral' },
};

export const SIDE_WORD = { buy: 'Buy', sell: 'Sell' } as const;
export const PRODUCT_WORD = { CNC: 'CNC · delivery', MIS: 'MIS · intraday', NRML: 'NRML · carried forward' } as const;
export const TYPE_WORD = { LIMIT: 'Limit', MARKET: 'Market', SL: 'SL · stop-loss limit', 'SL-M': 'SL-M · stop-loss market' } as const;
export const VALIDITY_WORD = { DAY: 'For the day', IOC: 'IOC · at once or not at all' } as const;

/** `TCS`, or `NIFTY 24,000 CE 1 Dec 2026`. */
export function instrumentText({ symbol, contract }: Pick<LegTicket, 'symbol' | 'contract'>): string {
  if (!contract) return symbol;
  const { strike, type, expiry } = contract;
  return `${symbol} ${formatNumber(strike, Number.isInteger(strike) ? 0 : 2)} ${type} ${formatDay(expiry)}`;
}

/** "at a limit of ₹3,000.00", "at the market". */
export function priceText({ type, price, trigger }: Pick<LegTicket, 'type' | 'price' | 'trigger'>): string {
  switch (type) {
    case 'MARKET':
      return 'at the market';
    case 'LIMIT':
      return `at a limit of ${formatInr(price)}`;
    case 'SL':
      return `at ${formatInr(price)} once ${formatInr(trigger)} is reached`;
    case 'SL-M':
      return `at the market once ${formatInr(trigger)} is reached`;
  }
}

/** "10 shares", or lots where the lot is known: "150 (2 lots)". */
export function quantityText({ quantity, contract }: Pick<LegTicket, 'quantity' | 'contract'>, lot?: number): string {
  const number = formatNumber(quantity);
  if (!contract) return quantity === 1 ? '1 share' : `${number} shares`;
  if (!lot) return `${number} units`;
  const lots = quantity / lot;
  return lots === 1 ? `1 lot of ${number}` : `${formatNumber(lots)} lots, ${number} in all`;
}
