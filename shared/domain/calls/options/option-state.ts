import type { NotJudgeable } from '../../../contract/calls/not-judgeable.ts';
import { type Adjustment, adjustmentIn, afterAdjustment } from '../corp-adjust.ts';
import { flagged, happenedAt, isOpen } from '../record-rules.ts';
import type { LegTerms } from './legs.ts';
import type { Closing, Fill, OptionState, OptionStateEvent } from './option-state.types.ts';

export type { Closing, Fill, OptionState, OptionStateEvent } from './option-state.types.ts';

/** The stop-loss in force at an instant. */
export const stopAt = ({ stops }: Pick<OptionState, 'stops'>, instant: number): number =>
  stops.filter(({ from }, index) => index === 0 || from <= instant).at(-1)!.level;

export const currentStop = ({ stops }: Pick<OptionState, 'stops'>): number => stops.at(-1)!.level;

const REASONS: Readonly<Record<string, string>> = {
  'target_hit:level': 'Target reached',
  'target_hit:gap': 'Opened through the target',
  'sl_hit:level': 'Stop-loss reached',
  'sl_hit:gap': 'Opened through the stop-loss',
  'sl_hit:both': 'Target and stop-loss within one beat of prices: the stop-loss counts',
  'expired:level': 'Validity ended',
};

/** Payload of `publish`, as far as the state depends on it. Instants UTC. */
interface Published
  extends Pick<OptionState, 'stock' | 'underlying_type' | 'lot_size' | 'level_basis' | 'target' | 'net_limit' | 'margin_est' | 'max_loss' | 'settles'> {
  readonly legs: readonly (LegTerms & { readonly mid: number })[];
  readonly stop_loss: number;
  readonly entry_until: string;
  readonly expires_at: string;
}

/** The state of a call after one more event of its record. The first must be `publish`. After the end nothing but a post-mortem adds to it. */
export function applyOptionEvent(state: OptionState | null, event: OptionStateEvent): OptionState {
  const { payload } = event;
  if (!state) {
    if (event.type !== 'publish') throw new Error(`The record of call ${event.call_id} begins with ${event.type}, not with publish`);
    return published(event);
  }
  if (event.type === 'post_mortem') return { ...state, post_mortem: true };
  if (!isOpen(state.status)) return state;
  const ts = happenedAt(event);
  const running = state.frozen ? 'suspended_open' : 'active';
  switch (event.type) {
    case 'entry_fill':
      return { ...state, status: running, entry: { ts, spot: payload.spot as number, legs: payload.legs as Fill[] } };
    case 'closing':
      return { ...state, closing: { as: payload.as as Closing['as'], basis: payload.basis as Closing['basis'], ts, mids: payload.mids as (number | null)[] } };
    case 'tighten_sl':
      return { ...state, stops: [...state.stops, { from: ts, level: payload.stop_loss as number }] };
    case 'stale':
      return { ...state, stale: { since: state.stale?.since ?? ts, legs: payload.legs as number[] }, looked_at: ts };
    case 'quoted':
      return { ...state, stale: null, looked_at: ts };
    case 'corp_adjust':
      return adjusted(state, adjustmentIn(payload), String(payload.ex_date));
    case 'exit_request':
      return { ...state, exit_request: state.exit_request ?? { ts, reason: String(payload.reason ?? '') } };
    case 'target_hit':
    case 'sl_hit':
    case 'exited':
    case 'expired': {
      const settlement = typeof payload.settlement === 'string' ? payload.settlement : null;
      const reason = event.type === 'exited' ? (state.exit_request?.reason ?? '') : (settlement ?? REASONS[`${event.type}:${String(payload.basis)}`] ?? '');
      return { ...state, status: event.type, stale: null, exit: { ts, reason, settlement, legs: payload.legs as Fill[] } };
    }
    case 'lapsed':
    case 'cancelled':
    case 'unjudged':
      return { ...withoutDoubt(state), status: event.type, stale: null };
    case 'not_judgeable':
      return { ...state, not_judgeable: notJudgeableOf(payload) };
    case 'judgeable':
      return withoutDoubt(state);
    case 'correction':
      return settled(state, payload);
    case 'admin_flag':
      return flagged(state, payload.flag);
    default:
      return state;
  }
}

function withoutDoubt(state: OptionState): OptionState {
  const { not_judgeable: _, ...judged } = state;
  return judged;
}

const notJudgeableOf = ({ cause, day, before, opened }: OptionStateEvent['payload']): NotJudgeable => ({ cause, day, before, opened }) as NotJudgeable;

/** The call that waited as two people settled it: judged on from the day in doubt, or taken out. */
function settled(state: OptionState, { decision, day, cause }: OptionStateEvent['payload']): OptionState {
  const judged = withoutDoubt(state);
  if (decision === 'void') return { ...judged, status: 'cancelled', stale: null };
  if (decision !== 'go_on') return state;
  // Who went on without prices has not seen those that may come late. Earlier records name no cause.
  if (cause !== undefined && cause !== 'price_step') return { ...judged, skipped_days: [...(state.skipped_days ?? []), String(day)] };
  return { ...judged, trusted_days: [...(state.trusted_days ?? []), String(day)] };
}

/** Half up. `steps`: to the rupee. What binary digits lose of a half is given back first. */
const nearest = (value: number, steps: number): number => Math.round(Number((value * steps).toFixed(6))) / steps;
/** An exchange lists strikes by its tick of five paise, quotes prices in whole paise, and trades whole shares: steps to the rupee and to the share. */
const STEPS = { strike: 20, price: 100, lot: 1 };

/**
 * The exchange takes an amount off the strikes, divides them by the ratio and multiplies the lot by it, so that the contract is worth what it
 * was: an option’s premium is divided and loses no amount, a future and the underlying do. What the call says in ₹ a share or of the underlying
 * follows, ₹ of profit stay. Each is rounded as the exchange does: a strike that no chain lists would find no quote again. Once per ex-date.
 */
function adjusted(state: OptionState, adjustment: Adjustment, exDate: string): OptionState {
  if (state.adjusted_on.includes(exDate)) return state;
  const { ratio } = adjustment;
  const ofUnderlying = (price: number): number => nearest(afterAdjustment(price, adjustment), STEPS.price);
  const premium = (price: number): number => nearest(price / ratio, STEPS.price);
  const ofLeg = (price: number, at: number): number => (state.legs[at]?.type === 'FUT' ? ofUnderlying(price) : premium(price));
  const ofLegOrNull = (price: number | null, at: number): number | null => (price === null ? null : ofLeg(price, at));
  const LEVELS = { pnl: (value: number) => value, premium, underlying: ofUnderlying };
  const level = LEVELS[state.level_basis];
  return {
    ...state,
    legs: state.legs.map((leg) => ({
      ...leg,
      strike: leg.type === 'FUT' ? nearest(leg.strike / ratio, STEPS.strike) : nearest(afterAdjustment(leg.strike, adjustment), STEPS.strike),
    })),
    lot_size: nearest(state.lot_size * ratio, STEPS.lot),
    mids: state.mids.map(ofLeg),
    target: level(state.target),
    stops: state.stops.map((stop) => ({ ...stop, level: level(stop.level) })),
    net_limit: state.net_limit === null ? null : premium(state.net_limit),
    entry: state.entry && {
      ...state.entry,
      spot: ofUnderlying(state.entry.spot),
      legs: state.entry.legs.map(({ price, mid }, at) => ({ price: ofLeg(price, at), mid: ofLegOrNull(mid, at) })),
    },
    closing: state.closing && { ...state.closing, mids: state.closing.mids.map(ofLegOrNull) },
    adjusted_on: [...state.adjusted_on, exDate],
  };
}

function published(event: OptionStateEvent): OptionState {
  const call = event.payload as unknown as Published;
  const published_at = Date.parse(event.ts);
  return {
    id: event.call_id,
    stock: call.stock,
    underlying_type: call.underlying_type,
    legs: call.legs.map(({ side, type, strike, expiry, lots }) => ({ side, type, strike, expiry, lots })),
    lot_size: call.lot_size,
    mids: call.legs.map(({ mid }) => mid),
    level_basis: call.level_basis,
    target: call.target,
    stops: [{ from: published_at, level: call.stop_loss }],
    net_limit: call.net_limit,
    margin_est: call.margin_est,
    max_loss: call.max_loss,
    status: 'awaiting_entry',
    published_at,
    entry_until: Date.parse(call.entry_until),
    expires_at: Date.parse(call.expires_at),
    settles: call.settles,
    entry: null,
    closing: null,
    exit: null,
    exit_request: null,
    stale: null,
    looked_at: published_at,
    adjusted_on: [],
    frozen: false,
    post_mortem: false,
  };
}
