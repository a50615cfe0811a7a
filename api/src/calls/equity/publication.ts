import type { CallDraft } from '@vimarsh/shared/contract/calls/types.ts';
import type { Instrument } from '@vimarsh/shared/contract/market/types.ts';
import { addSessions, istDay, istInstant, sessionOf } from '@vimarsh/shared/domain/market/calendar.ts';
import type { NewEvent } from '../../ledger/index.ts';
import type { PublishPayload } from './projection.ts';
import { EQUITY } from './tables.ts';

/** Intraday entries end, and intraday calls are closed, at these IST times. */
const INTRADAY_ENTRY_UNTIL = '14:45';
const INTRADAY_EXPIRY = '15:10';
/** Trading days after publication within which an entry must happen. */
const ENTRY_SESSIONS = 3;

/** When a call's entry window and validity end. `valid_till` must be a trading day, which the publishing rules ensure. */
export function lifetime(draft: Pick<CallDraft, 'term' | 'valid_till'>, publishedAt: Date, fno: boolean): { entry_until: Date; expires_at: Date } {
  const today = istDay(publishedAt);
  if (draft.term === 'intraday') return { entry_until: istInstant(today, INTRADAY_ENTRY_UNTIL), expires_at: istInstant(today, INTRADAY_EXPIRY) };
  const expires_at = sessionOf(draft.valid_till, fno)!.close;
  const window = sessionOf(addSessions(today, ENTRY_SESSIONS), fno)!.end;
  return { entry_until: window < expires_at ? window : expires_at, expires_at };
}

/** Where the price comes from to a limit or a range; nothing where it is there already. */
function comesFrom({ entry_mode, entry_low, entry_high }: CallDraft, ltp: number): Pick<PublishPayload, 'comes_from'> {
  if (entry_mode === 'market' || (ltp >= entry_low && ltp <= entry_high)) return {};
  return { comes_from: ltp > entry_high ? 'above' : 'below' };
}

export interface Publication {
  readonly call_id: string;
  readonly author: string;
  readonly draft: CallDraft;
  readonly listing: Pick<Instrument, 'name' | 'sector' | 'cap' | 'fno'>;
  readonly publishedAt: Date;
  readonly ltp: number;
  /** UTC instant of the price the author saw. */
  readonly feedTs: string;
}

/** The first event of a call: the draft as sent and what was known at that instant. */
export function publishEvent({ call_id, author, draft, listing, publishedAt, ltp, feedTs }: Publication): NewEvent {
  const { entry_until, expires_at } = lifetime(draft, publishedAt, listing.fno);
  const payload: PublishPayload = {
    ...draft,
    target2: draft.target2 ?? null,
    target3: draft.target3 ?? null,
    stock_name: listing.name,
    sector: listing.sector,
    cap: listing.cap,
    ltp_at_publish: ltp,
    ...comesFrom(draft, ltp),
    feed_ts: feedTs,
    entry_until: entry_until.toISOString(),
    expires_at: expires_at.toISOString(),
  };
  return { kind: EQUITY, call_id, expert_id: author, type: 'publish', payload: { ...payload }, actor: author, ts: publishedAt.toISOString() };
}
