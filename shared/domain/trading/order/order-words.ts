import type { OrderState } from '../../../contract/trading/types.ts';
import { formatInr, formatNumber } from '../../text/formats.ts';
import type { AskedChange, OrderRecord } from './order-record.ts';

const PLAIN: Readonly<Record<OrderState, string>> = {
  confirmed: 'Stored, and about to be sent.',
  at_broker: 'Waits for you on your broker’s page.',
  sent: 'On its way to your broker.',
  unknown: 'Your broker did not answer. We look for it in the broker’s book; don’t place it again.',
  pending: 'Your broker has it; the exchange has not confirmed it yet. It is neither in the market nor cancelled.',
  open: 'Waits in the market.',
  partial: 'Partly filled; the rest waits in the market.',
  complete: 'Filled.',
  rejected: 'Refused.',
  cancelled: 'Order is cancelled',
  expired: 'Its validity is over.',
  not_sent: 'It never left us.',
  not_received: 'It never arrived: your broker’s book of the day does not have it.',
};

const HANDED_OVER =
  'We could not find it for a minute. Look at your broker’s own order book: if it is there, it counts; if not, tell us here that you have looked.';

const SEARCH_ENDED =
  'Its last book was never read, and we look for it no more. Your broker’s order history or contract note of that day says what became of it.';

type Said = Pick<OrderRecord, 'state' | 'filled' | 'quantity' | 'average' | 'handed_over_at' | 'search_ended_at'>;

/** What an order’s state means now, for its owner. */
export function stateWords({ state, filled, quantity, average, handed_over_at, search_ended_at }: Said): string {
  if (search_ended_at !== undefined) return SEARCH_ENDED;
  if (state === 'unknown' && handed_over_at !== null) return HANDED_OVER;
  if (filled === 0 || state === 'unknown') return PLAIN[state];
  const part = `${formatNumber(filled)} of ${formatNumber(quantity)} filled at ${formatInr(average)}`;
  return state === 'complete' ? `Filled at ${formatInr(average)}.` : `${part}. ${PLAIN[state]}`;
}

/** What a change waits for, for its owner. */
export function changeWords({ kind, state, handed_over_at }: AskedChange): string {
  const what = kind === 'cancel' ? 'cancellation' : 'change';
  if (state === 'refused') return `Your broker refused the ${what}.`;
  if (state === 'sent') return `The ${what} is asked for; it counts when your broker’s book shows it.`;
  return handed_over_at === null
    ? `Your broker did not answer the ${what}. We look whether it took effect.`
    : `Nobody can say whether the ${what} took effect. Look at your broker’s own order book.`;
}

interface Reason {
  readonly text: string;
  readonly fix: string;
}

/** Our words for what brokers refuse, whatever theirs are. */
export const ORDER_REASONS = {
  FUNDS: { text: 'There is too little money or margin in your account.', fix: 'Add funds at your broker, or order less.' },
  HOLDINGS: { text: 'You don’t hold enough shares that can be sold.', fix: 'Sell what you hold, or authorise the sale at your broker.' },
  LOT: { text: 'The quantity is no whole number of lots.', fix: 'Choose whole lots.' },
  FREEZE: { text: 'The exchange takes no order as large as this.', fix: 'Order less at once.' },
  TICK: { text: 'The price is off the exchange’s steps.', fix: 'Choose a price on the step.' },
  BAND: { text: 'The price lies outside the day’s band.', fix: 'Choose a price within the band.' },
  CLOSED: { text: 'The market is closed for this.', fix: 'Order again when it is open.' },
  BANNED: { text: 'The share is in the ban period.', fix: 'Only closing a position is possible.' },
  BLOCKED: { text: 'Your broker takes no such orders in this share.', fix: 'Look at your broker why.' },
  ADDRESS: {
    text: 'Your broker takes orders by API from registered addresses alone, and does not know ours.',
    fix: 'Order on your broker’s own page until we have registered the address.',
  },
  SESSION: { text: 'Your session with the broker was over.', fix: 'Log in with the broker again.' },
  RATE: { text: 'Too many orders came at once.', fix: 'Wait a moment and order again.' },
  OVER: { text: 'The order had ended already.', fix: '' },
  BASKET: {
    text: 'An order of the basket before it did not go through, so the rest was held back.',
    fix: 'Look at the others first, then place what is missing.',
  },
  NOT_SENT: { text: 'We could not reach your broker, so nothing was sent.', fix: 'Try again.' },
  OTHER: { text: 'Your broker refused it.', fix: 'Its own words say why.' },
} as const satisfies Readonly<Record<string, Reason>>;
export type OrderReason = keyof typeof ORDER_REASONS;

/** A code that nobody knows here is the broker’s own matter. */
export const reasonWords = (code: string): Reason => ORDER_REASONS[code as OrderReason] ?? ORDER_REASONS.OTHER;
