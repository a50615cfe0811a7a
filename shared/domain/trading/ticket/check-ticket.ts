import type { LegTicket, TicketRemark } from '../../../contract/trading/types.ts';
import { isOnTick, orderPriceNear } from '../../market/ticks.ts';
import { formatInr, formatNumber } from '../../text/formats.ts';
import { estimateTicket } from './estimate.ts';
import { MARKET_PROTECTION_PCT } from './protection.ts';
import { largestSlice, MOST_SLICES, sliceQuantity } from './slices.ts';
import type { OwnerFacts, SubjectFacts, TicketFacts } from './ticket-facts.ts';

type Weight = TicketRemark['weight'];
type Said = Omit<TicketRemark, 'leg'>;

const remark = (code: string, weight: Weight, field: string, text: string, proposal: number | null = null): Said => ({ code, weight, field, text, proposal });
const stop = (code: string, field: string, text: string, proposal: number | null = null): Said => remark(code, 'stop', field, text, proposal);

/**
 * What stands against a ticket (product D.11), leg by leg, and then against all of it. A `stop` is never sent; an `ask` has to be agreed to;
 * a `note` only says. The broker’s own checks come after these and may refuse more.
 */
export function ticketRemarks(legs: readonly LegTicket[], facts: TicketFacts): TicketRemark[] {
  const ofLegs = legs.flatMap((leg, at) => {
    const [subject, owner] = [facts.subjects[at]!, facts.owners[at]!];
    const said = [
      ...kindRemarks(leg, subject, facts),
      ...numberRemarks(leg, subject),
      ...sessionRemarks(leg, subject, facts),
      ...ownerRemarks(leg, subject, owner),
    ];
    return said.map((each): TicketRemark => ({ ...each, leg: at }));
  });
  return [...ofLegs, ...basketRemarks(legs, facts).map((each): TicketRemark => ({ ...each, leg: null }))];
}

/** Type, product and exchange against the share, the exchange’s rules and the broker. */
function kindRemarks(leg: LegTicket, subject: SubjectFacts, { takes }: TicketFacts): Said[] {
  const said: Said[] = [];
  const option = subject.kind === 'option';
  if (subject.status === 'suspended' || subject.status === 'delisted') said.push(stop('NOT_TRADED', '', `${subject.name} is not traded now.`));
  if (!subject.exchanges.includes(leg.exchange)) said.push(stop('EXCHANGE', 'exchange', `${subject.name} is not traded on ${leg.exchange}.`));
  if (option ? leg.product === 'CNC' : leg.product === 'NRML')
    said.push(stop('PRODUCT', 'product', option ? 'Options have no delivery: choose NRML or MIS.' : 'Shares are bought as CNC or MIS.'));
  else if (!takes.products.includes(leg.product)) said.push(stop('BROKER_PRODUCT', 'product', `Your broker does not take ${leg.product} orders here.`));
  if (option && leg.type === 'SL-M') said.push(stop('STOP_MARKET', 'type', 'The exchange takes no SL-M orders in options: choose SL with a limit.'));
  else if (!takes.types.includes(leg.type)) said.push(stop('BROKER_TYPE', 'type', `Your broker does not take ${leg.type} orders here.`));
  const [hasPrice, hasTrigger] = [leg.type === 'LIMIT' || leg.type === 'SL', leg.type === 'SL' || leg.type === 'SL-M'];
  if (hasPrice && leg.price === null) said.push(stop('PRICE', 'price', 'Enter a price.'));
  if (!hasPrice && leg.price !== null) said.push(stop('PRICE', 'price', `A ${leg.type} order has no price.`));
  if (hasTrigger && leg.trigger === null) said.push(stop('TRIGGER', 'trigger', 'Enter a trigger price.'));
  if (!hasTrigger && leg.trigger !== null) said.push(stop('TRIGGER', 'trigger', `A ${leg.type} order has no trigger.`));
  if (leg.type === 'SL' && leg.price !== null && leg.trigger !== null) {
    const wrong = leg.side === 'buy' ? leg.trigger > leg.price : leg.trigger < leg.price;
    if (wrong)
      said.push(
        stop(
          'TRIGGER',
          'trigger',
          leg.side === 'buy' ? 'The trigger of a buy lies at or below its price.' : 'The trigger of a sale lies at or above its price.',
        ),
      );
  }
  if (leg.type === 'MARKET')
    said.push(remark('PROTECTION', 'note', 'type', `Fills at most ${MARKET_PROTECTION_PCT}% from the price now; what is left waits at that limit.`));
  return said;
}

/** Part of an option's last price by which a limit may be worse than it before its owner is asked. */
const FAR = 0.25;
/** A cheap option moves by so much (₹) at any time. */
const FAR_LEAST = 2;

/** Options have no band that is published as a number, so that a zero too many is asked about by the last price. */
function isFar({ side }: LegTicket, field: 'price' | 'trigger', value: number, { kind, ltp }: SubjectFacts): boolean {
  if (kind !== 'option' || field !== 'price' || ltp === null) return false;
  const worse = side === 'buy' ? value - ltp : ltp - value;
  return worse > Math.max(ltp * FAR, FAR_LEAST);
}

/** Lot, freeze quantity, tick and band. */
function numberRemarks(leg: LegTicket, subject: SubjectFacts): Said[] {
  const { lot, freeze, tick, band } = subject;
  const said: Said[] = [];
  if (leg.quantity % lot !== 0) {
    const next = Math.ceil(leg.quantity / lot) * lot;
    said.push(stop('LOT', 'quantity', `Whole lots of ${formatNumber(lot)} only: ${formatNumber(next)} is the next.`, next));
  }
  const slices = sliceQuantity(leg.quantity, lot, freeze);
  if (slices.length > MOST_SLICES)
    said.push(
      stop(
        'FREEZE',
        'quantity',
        `The exchange takes at most ${formatNumber(freeze)} an order, and more than ${MOST_SLICES} orders are too many at once.`,
        largestSlice(lot, freeze!) * MOST_SLICES,
      ),
    );
  else if (slices.length > 1)
    said.push(remark('SLICED', 'note', 'quantity', `Sent as ${slices.length} orders: the exchange takes at most ${formatNumber(freeze)} in one.`));
  for (const field of ['price', 'trigger'] as const) {
    const value = leg[field];
    if (value === null) continue;
    if (!isOnTick(value, tick)) {
      const near = orderPriceNear(value, tick);
      said.push(stop('TICK', field, `Prices move in steps of ${formatInr(tick)}: ${formatInr(near)} is the nearest.`, near));
    }
    if (isFar(leg, field, value, subject)) {
      const [limit, last] = [formatInr(value), formatInr(subject.ltp)];
      const text = leg.side === 'buy' ? `${limit} is far above the last price of ${last}.` : `${limit} is far below the last price of ${last}.`;
      said.push(remark('FAR', 'ask', field, `${text} Do you mean it?`));
    }
    if (band && (value < band.low || value > band.high))
      said.push(stop('BAND', field, `Today’s band is ${formatInr(band.low)} to ${formatInr(band.high)}.`, value < band.low ? band.low : band.high));
  }
  return said;
}

/** Prices of now, hours, and the ban period. */
function sessionRemarks(leg: LegTicket, subject: SubjectFacts, { now, takes }: TicketFacts): Said[] {
  const said: Said[] = [];
  const live = subject.phase === 'continuous';
  if (subject.ltp === null) said.push(stop('NO_PRICE', '', `There is no price of ${subject.name} yet.`));
  else if (subject.stale && live) said.push(stop('STALE', '', 'The price is old: orders wait until prices come again.'));
  if (!live) {
    if (subject.phase === 'auction' || subject.phase === 'preopen')
      said.push(stop('AUCTION', '', 'No orders during the auctions before the open and after the close.'));
    else if (!takes.after_market) said.push(stop('CLOSED', '', 'The market is closed, and your broker takes no orders for the next session here.'));
    else if (leg.product === 'MIS' || leg.validity === 'IOC' || leg.type === 'MARKET' || leg.type === 'SL-M')
      said.push(stop('CLOSED', '', 'The market is closed. For the next session only limit orders for the day are taken, and none intraday.'));
    else said.push(remark('AFTER_MARKET', 'note', '', 'The market is closed: your broker sends this at the next open.'));
  } else if (leg.product === 'MIS' && now >= subject.intradayUntil) {
    said.push(stop('INTRADAY_OVER', 'product', 'It is too late for intraday orders today: brokers square them off from now on.'));
  }
  return said;
}

const TWICE = {
  minute: 'You placed the same order within the last minute. Do you want a second one?',
  ticket: 'This ticket holds the same order twice. Do you want both?',
} as const;

/** Holdings, the ban, the rule for authors, the call’s own window, and doubles. */
function ownerRemarks(leg: LegTicket, subject: SubjectFacts, owner: OwnerFacts): Said[] {
  const said: Said[] = [];
  if (leg.product === 'CNC' && leg.side === 'sell') {
    if (owner.sellable === null)
      said.push(remark('HOLDINGS_UNKNOWN', 'ask', 'quantity', 'Your broker has not told what you hold. It refuses the order if you hold less.'));
    else if (leg.quantity > owner.sellable)
      said.push(
        owner.sellable > 0
          ? stop('HOLDINGS', 'quantity', `You hold ${formatNumber(owner.sellable)} that can be sold.`, owner.sellable)
          : stop('HOLDINGS', 'quantity', 'You hold no shares of it that can be sold.'),
      );
  }
  if (subject.status === 'ban' && subject.kind === 'option' && opens(leg, owner.position ?? 0))
    said.push(stop('BANNED', 'side', `${leg.symbol} is in the ban period: only orders that close a position are taken.`));
  if (owner.own_call_open) said.push(stop('CONFLICT', '', `You have an open call on ${leg.symbol}: its author may not deal in it until it has ended.`));
  else if (owner.conflict_until !== null)
    said.push(stop('CONFLICT', '', `You have a call on ${leg.symbol}: its author may not deal in it up to ${owner.conflict_until}.`));
  if (owner.call?.entry_passed)
    said.push(
      remark(
        'ENTRY_PASSED',
        'ask',
        'price',
        'The entry window has passed: at this price less is left to the target than to the stop-loss, or a level is passed.',
      ),
    );
  if (owner.twice !== '') said.push(remark('TWICE', 'ask', '', TWICE[owner.twice]));
  return said;
}

/** Whether an order makes a position larger, or turns it round. */
const opens = ({ side, quantity }: LegTicket, position: number): boolean => {
  const after = position + (side === 'buy' ? quantity : -quantity);
  return Math.abs(after) > Math.abs(position) || (after !== 0 && Math.sign(after) !== Math.sign(position));
};

/** Limits that its owner has set, and funds. */
function basketRemarks(legs: readonly LegTicket[], facts: TicketFacts): Said[] {
  const said: Said[] = [];
  const { limits, used, subjects, available_paise } = facts;
  const orders = legs.reduce((sum, { quantity }, at) => sum + sliceQuantity(quantity, subjects[at]!.lot, subjects[at]!.freeze).length, 0);
  if (limits.orders !== null && used.orders + orders > limits.orders)
    said.push(stop('DAY_ORDERS', '', `Your own limit is ${formatNumber(limits.orders)} orders a day; ${formatNumber(used.orders)} are placed.`));
  const estimate = estimateTicket(legs, facts);
  if (!estimate) return said;
  if (limits.rupees !== null && used.paise + estimate.value_paise > limits.rupees * 100)
    said.push(stop('DAY_RUPEES', '', `Your own limit is ${formatInr(limits.rupees)} a day; orders for ${formatInr(used.paise / 100)} are placed.`));
  if (estimate.margin_paise !== null && available_paise !== null && estimate.margin_paise > available_paise)
    said.push(
      remark(
        'FUNDS',
        'ask',
        '',
        `About ${formatInr(estimate.margin_paise / 100)} is needed and ${formatInr(available_paise / 100)} is free: your broker will probably refuse it.`,
      ),
    );
  return said;
}
