import type { LegTicket, TicketEstimate } from '../../../contract/trading/types.ts';
import { costPct } from '../../calls/equity/costs.ts';
import { costOfSides, ratesAt } from '../../calls/options/costs.ts';
import { marginOf } from '../../calls/options/structure.ts';
import { type Leg, payoff } from '../../options/payoff.ts';
import { MARKET_PROTECTION_PCT } from './protection.ts';
import type { TicketFacts } from './ticket-facts.ts';

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
  const shares_paise = legs.reduce((sum, leg, at) => sum + (leg.contract ? 0 : sharesMargin(leg, values[at]!)), 0);
  const options_paise = optionsMargin(legs, values, facts);
  const margin_paise = options_paise === null ? null : shares_paise + options_paise + charges_paise;
  return {
    value_paise: values.reduce((sum, each) => sum + each, 0),
    charges: [{ label: 'Brokerage, taxes and fees', paise: charges_paise }],
    charges_paise,
    margin_paise,
    margin_how: 'Delivery: the whole value. Intraday: 20% of it. Options bought: the premium. Options sold without cover: a share of the underlying’s value.',
    available_paise: facts.available_paise,
    ...riskOf(legs, prices as number[], facts, charges_paise),
  };
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

/** Premiums of what is bought, and for what is sold without cover the estimate of the record of calls. What closes a position blocks nothing. */
function optionsMargin(legs: readonly LegTicket[], values: readonly number[], { subjects, owners }: Pick<TicketFacts, 'subjects' | 'owners'>): number | null {
  const premiums = legs.reduce((sum, { contract, side }, at) => sum + (contract && side === 'buy' ? values[at]! : 0), 0);
  const options = legs.flatMap((leg, at) => {
    if (!leg.contract) return [];
    const held = (leg.side === 'sell' ? 1 : -1) * (owners[at]!.position ?? 0);
    return [{ leg, subject: subjects[at]!, lots: Math.ceil((leg.quantity - Math.min(leg.quantity, Math.max(0, held))) / subjects[at]!.lot) }];
  });
  let blocked = 0;
  for (const group of Map.groupBy(options, ({ leg }) => leg.symbol).values()) {
    const { spot, index, lot } = group[0]!.subject;
    const terms = group.filter(({ lots }) => lots > 0).map(({ leg, lots }) => ({ side: leg.side, ...leg.contract!, lots }));
    if (terms.every(({ side }) => side === 'buy')) continue;
    if (spot === null) return null;
    blocked += paiseOf(marginOf(terms, { spot, isIndex: index, lotSize: lot }, null));
  }
  return premiums + blocked;
}

function riskOf(
  legs: readonly LegTicket[],
  prices: readonly number[],
  { owners }: Pick<TicketFacts, 'owners'>,
  charges: number,
): Pick<TicketEstimate, 'risk_paise' | 'risk_how'> {
  if (legs.every(({ contract }) => contract !== null)) {
    if (new Set(legs.map(({ symbol, contract }) => `${symbol} ${contract!.expiry}`)).size > 1)
      return { risk_paise: null, risk_how: 'Legs of several expiries: no single day decides what is lost.' };
    const { maxLoss } = payoff(
      legs.map((leg, at): Leg => ({ side: leg.side, type: leg.contract!.type, strike: leg.contract!.strike, premium: prices[at]!, quantity: leg.quantity })),
    );
    if (maxLoss === null) return { risk_paise: null, risk_how: 'The loss has no limit.' };
    return { risk_paise: Math.max(0, paiseOf(-maxLoss)) + charges, risk_how: 'The most that is lost at expiry, with charges.' };
  }
  if (legs.every(({ product, side }) => product === 'CNC' && side === 'sell'))
    return { risk_paise: charges, risk_how: 'Shares that you hold are sold: what it costs are the charges.' };
  const [leg, price, stop] = [legs[0]!, prices[0]!, owners[0]!.call?.stop_loss ?? null];
  if (legs.length > 1 || stop === null) return { risk_paise: null, risk_how: 'No stop-loss says where it would end.' };
  const lost = (leg.side === 'buy' ? 1 : -1) * (price - stop) * leg.quantity;
  if (lost <= 0) return { risk_paise: null, risk_how: 'The price is past the call’s stop-loss.' };
  // The way out costs what the way in does.
  return {
    risk_paise: paiseOf(lost) + 2 * charges,
    risk_how: 'What is lost at the call’s stop-loss, with the charges of both sides. A price can jump over it.',
  };
}
