import type { OptionPublishPayload } from '@vimarsh/shared/contract/calls/options/payloads.ts';
import type { OptionDraft, StructureFigures } from '@vimarsh/shared/contract/calls/options/types.ts';
import type { Instrument } from '@vimarsh/shared/contract/market/types.ts';
import { firstExpiry } from '@vimarsh/shared/domain/calls/options/strategy.ts';
import type { Assumed, PricedLeg } from '@vimarsh/shared/domain/calls/options/structure.ts';
import { addSessions, istDay, istInstant, sessionOf } from '@vimarsh/shared/domain/market/calendar.ts';
import type { NewEvent } from '../../ledger/index.ts';
import { OPTIONS } from './tables.ts';

/** Trading days after publication within which an entry must happen. */
const ENTRY_SESSIONS = 3;
/** On its last day a contract is entered no later, IST. */
const LAST_ENTRY = '14:00';

/** When entry window and validity end. `valid_till` must be a trading day, which the publishing rules ensure. */
export function lifetime(
  { valid_till, legs }: Pick<OptionDraft, 'valid_till' | 'legs'>,
  publishedAt: Date,
): Pick<OptionPublishPayload, 'entry_until' | 'expires_at' | 'settles'> {
  const expires_at = sessionOf(valid_till, true)!.optionsClose;
  const expiry = firstExpiry(legs);
  const window = sessionOf(addSessions(istDay(publishedAt), ENTRY_SESSIONS), true)!.optionsClose;
  const ends = [expires_at, window, istInstant(expiry, LAST_ENTRY)].map((instant) => instant.getTime());
  return { entry_until: new Date(Math.min(...ends)).toISOString(), expires_at: expires_at.toISOString(), settles: valid_till === expiry };
}

export interface OptionPublication {
  readonly call_id: string;
  readonly author: string;
  readonly draft: OptionDraft;
  readonly listing: Pick<Instrument, 'name' | 'kind'>;
  readonly legs: readonly PricedLeg[];
  readonly assumed: Assumed;
  readonly figures: StructureFigures;
  readonly publishedAt: Date;
  /** When the chain the author saw was looked at. */
  readonly feedAt: Date;
}

/** The first event of an option call: the draft as sent and what was known at that instant. */
export function publishEvent({ call_id, author, draft, listing, legs, assumed, figures, publishedAt, feedAt }: OptionPublication): NewEvent {
  const { underlying, target, stop, legs: sent, net_limit, ...said } = draft;
  const payload: OptionPublishPayload = {
    ...said,
    ...figures,
    stock: underlying,
    underlying_name: listing.name,
    underlying_type: listing.kind === 'index' ? 'indices' : 'stocks',
    legs: sent.map(({ side, type, strike, expiry, lots, entry }, at) => ({ side, type, strike, expiry, lots, entry, mid: legs[at]!.price })),
    lot_size: assumed.lotSize,
    level_basis: target.basis,
    target: target.value,
    stop_loss: stop.value,
    net_limit,
    spot: assumed.spot,
    rate: assumed.rate,
    volatility: assumed.volatility === null ? null : Math.round(assumed.volatility * 10_000) / 10_000,
    feed_ts: feedAt.toISOString(),
    ...lifetime(draft, publishedAt),
  };
  return { kind: OPTIONS, call_id, expert_id: author, type: 'publish', payload: { ...payload }, actor: author, ts: publishedAt.toISOString() };
}
