import type { LegTicket, TicketEstimate } from '../../../contract/trading/types.ts';
import { costPct } from '../../calls/equity/costs.ts';
import { costOfSides, ratesAt } from '../../calls/options/costs.ts';
import { hasDefinedRisk } from '../../calls/options/strategy.ts';
import { marginOf } from '../../calls/options/structure.ts';
import { type Leg, payoff } from '../../options/payoff.ts';
import { MARKET_PROTECTION_PCT } from './protection.ts';
import type { OwnerFacts, TicketFacts } from './ticket-facts.ts';

/** Least margin of an intraday position in shares, % of its value: brokers may not ask for less. */
const INTRADAY_MARGIN_PCT = 20;
/**
 * ₹ a share that a leg is counted at; null where there is no price. A market order is counted with its protection, from its trigger where it has
 * one. A sale brings the price now at least: a limit far below it fills above it.
 */
export function countedPrice({ type, price, trigger, side }: Pick<LegTicket, 'type' | 'price' | 'trigger' | 'side'>, ltp: number | null): number | null {
  if (price !== null) return side === 'sell' && type === 'LIMIT' ? Math.max(price, ltp ?? price) : price;
  const from = type === 'SL-M' ? trigger : ltp;
  if (from === null) return null;
  return type === 'MARKET' || type === 'SL-M' ? from * (1 + ((side === 'buy' ? 1 : -1) * MARKET_PROTECTION_PCT) / 100) : from;
}

const paiseOf = (rupees: number): number => Math.round(rupees * 100);

/** What a ticket costs, blocks and risks; null while a price is missing. */
export function estimateTicket(legs: readonly LegTicket[], facts: Pick<TicketFacts, 'now' | 'subjects' | 'owners' | 'available_paise'>): TicketEstimate | null {
  const prices = legs.map((leg, at) => countedPrice(leg, facts.subjects[at]!.ltp));
  if (prices.some((price) => price === null)) return null;
  const values = legs.map(({ quantity }, at) => paiseOf(prices[at]! * quantity));
  const charges = legs.map((leg, at) => paiseOf(chargeOfSide(leg, prices[at]!, facts.subjects[at]!.lot, facts.now)));
  const charges_paise = charges.reduce((sum, each) => sum + each, 0);
  const opened = legs.map((leg, at) => openedQuantity(leg, facts.owners[at]!));
  const shares_paise = legs.reduce((sum, leg, at) => sum + (leg.contract ? 0 : sharesMargin(leg, (values[at]! * opened[at]!) / leg.quantity)), 0);
  const options_paise = optionsMargin(legs, prices as number[], opened, facts);
  const margin_paise = options_paise === null ? null : shares_paise + options_paise + charges_paise;
  return {
    value_paise: values.reduce((sum, each) => sum + each, 0),
    charges: [{ label: 'Brokerage, taxes and fees', paise: charges_paise }],
    charges_paise,
    margin_paise,
    margin_how: MARGIN_HOW,
    available_paise: facts.available_paise,
    ...riskOf(legs, prices as number[], opened, facts, charges_paise),
  };
}

const MARGIN_HOW =
  'Delivery: the whole value. Intraday: 20% of it. Options bought: the premium. Options sold without cover: a share of the underlying’s value. ' +
  'A spread: at least what it can lose. What closes a position: nothing.';

/** Shares of a leg that open a position or add to one. Delivery has none that an order could close: a sale is of what is held. */
function openedQuantity({ side, product, quantity }: LegTicket, { position }: Pick<OwnerFacts, 'position'>): number {
  if (product === 'CNC') return side === 'buy' ? quantity : 0;
  const held = (side === 'sell' ? 1 : -1) * (position ?? 0);
  return quantity - Math.min(quantity, Math.max(0, held));
}

/** ₹ of one side: half of a round trip’s estimate, as the record of calls counts it. */
export function chargeOfSide(
  { contract, product, quantity }: Pick<LegTicket, 'contract' | 'product' | 'quantity'>,
  price: number,
  lot: number,
  now: number,
): number {
  if (contract) return costOfSides([{ lots: Math.ceil(quantity / lot), shares: quantity, premium: price }], ratesAt(now));
  return (price * quantity * costPct(product === 'MIS' ? 'intraday' : 'shortTerm')) / 200;
}

function sharesMargin({ product, side }: LegTicket, value: number): number {
  if (product === 'MIS') return Math.ceil((value * INTRADAY_MARGIN_PCT) / 100);
  return side === 'buy' ? value : 0;
}

/**
 * Premiums of what is bought, and for what is sold without cover the estimate of the record of calls; where the loss is limited, at least all of
 * it. What closes a position blocks nothing.
 */
function optionsMargin(
  legs: readonly LegTicket[],
  prices: readonly number[],
  opened: readonly number[],
  { subjects }: Pick<TicketFacts, 'subjects'>,
): number | null {
  const options = legs.flatMap((leg, at) => {
    const [subject, quantity, premium] = [subjects[at]!, opened[at]!, prices[at]!];
    return leg.contract ? [{ leg, subject, quantity, premium, terms: { side: leg.side, ...leg.contract, lots: Math.ceil(quantity / subject.lot) } }] : [];
  });
  let blocked = 0;
  for (const group of Map.groupBy(options, ({ leg }) => leg.symbol).values()) {
    // A purchase is paid for, also where it closes what was sold.
    const premiums = paiseOf(group.reduce((sum, { leg, premium }) => sum + (leg.side === 'buy' ? premium * leg.quantity : 0), 0));
    const opening = group.filter(({ quantity }) => quantity > 0);
    const terms = opening.map((each) => each.terms);
    if (terms.every(({ side }) => side === 'buy')) {
      blocked += premiums;
      continue;
    }
    const { spot, index, lot } = group[0]!.subject;
    if (spot === null) return null;
    // A cover that outlives what it covers is worth its intrinsic value at least, so that the payoff at one expiry bounds the loss.
    const { maxLoss } = payoff(opening.map(({ leg, quantity, premium }): Leg => ({ ...leg.contract!, side: leg.side, premium, quantity })));
    const loss = maxLoss === null || !hasDefinedRisk(terms) ? 0 : paiseOf(-maxLoss);
    blocked += Math.max(premiums + paiseOf(marginOf(terms, { spot, isIndex: index, lotSize: lot }, null)), loss);
  }
  return blocked;
}

type Risk = Pick<TicketEstimate, 'risk_paise' | 'risk_how' | 'risk_unlimited'>;

const known = (risk_paise: number, risk_how: string): Risk => ({ risk_paise, risk_how, risk_unlimited: false });
const unknown = (risk_how: string, risk_unlimited = false): Risk => ({ risk_paise: null, risk_how, risk_unlimited });

function riskOf(
  legs: readonly LegTicket[],
  prices: readonly number[],
  opened: readonly number[],
  { owners }: Pick<TicketFacts, 'owners'>,
  charges: number,
): Risk {
  if (opened.every((quantity) => quantity === 0))
    return known(
      charges,
      legs.every(({ product }) => product === 'CNC')
        ? 'Shares that you hold are sold: what it costs are the charges.'
        : 'It closes a position: what it costs are the charges.',
    );
  const [leg, price, stop] = [legs[0]!, prices[0]!, owners[0]!.call?.stop_loss ?? null];
  if (legs.length === 1 && leg.contract === null && stop !== null) {
    const lost = (leg.side === 'buy' ? 1 : -1) * (price - stop) * opened[0]!;
    if (lost <= 0) return unknown('The price is past the call’s stop-loss.', leg.side === 'sell');
    // The way out costs what the way in does.
    return known(paiseOf(lost) + 2 * charges, 'What is lost at the call’s stop-loss, with the charges of both sides. A price can jump over it.');
  }
  const most = mostLost(legs, prices, opened);
  if (most === 'unknown') return unknown('Legs of several expiries: no single day decides what is lost.');
  const shares = legs.every(({ contract }) => contract === null);
  if (most === 'unlimited') return unknown(shares ? 'No stop-loss says where it would end.' : 'The loss has no limit.', true);
  return known(
    most + charges,
    shares ? 'All that the shares cost, with charges: no stop-loss says where it would end.' : 'The most that is lost at expiry, with charges.',
  );
}

/** Paise that the opening parts of legs lose at most, each underlying for itself; a share counts as a future that is held to the end. */
function mostLost(legs: readonly LegTicket[], prices: readonly number[], opened: readonly number[]): number | 'unlimited' | 'unknown' {
  const parts = legs.flatMap((leg, at) => (opened[at]! > 0 ? [{ leg, price: prices[at]!, quantity: opened[at]! }] : []));
  const groups = [...Map.groupBy(parts, ({ leg }) => leg.symbol).values()].map((group) => {
    const expiries = new Set(group.flatMap(({ leg }) => (leg.contract ? [leg.contract.expiry] : [])));
    if (group.every(({ leg }) => leg.side === 'buy') && expiries.size > 1) return group.reduce((sum, { price, quantity }) => sum + price * quantity, 0);
    if (expiries.size > 1) return 'unknown';
    const { maxLoss } = payoff(
      group.map(
        ({ leg: { side, contract }, price, quantity }): Leg =>
          contract
            ? { side, type: contract.type, strike: contract.strike, premium: price, quantity }
            : { side, type: 'FUT', strike: price, premium: 0, quantity },
      ),
    );
    return maxLoss === null ? 'unlimited' : Math.max(0, -maxLoss);
  });
  let sum = 0;
  if (groups.includes('unlimited')) return 'unlimited';
  for (const group of groups) {
    if (typeof group === 'string') return 'unknown';
    sum += group;
  }
  return paiseOf(sum);
}
