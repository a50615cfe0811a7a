import type { Funds } from '@vimarsh/shared/contract/trading/types.ts';
import type { Database } from '../../platform/platform.ts';
import type { BrokerAnswer, BrokerHolding, BrokerPosition } from '../brokers/port.ts';
import { withLimit } from '../engine/with-limit.ts';
import type { AccountKey } from '../store/account.store.ts';
import { storeTold, toldBefore } from '../store/desk.store.ts';
import { hasMovedSince } from '../store/order.store.ts';
import type { TradingParts, TradingPlace } from './trading-parts.ts';

interface ToldBooks {
  positions: readonly BrokerPosition[];
  holdings: readonly BrokerHolding[];
  funds: Funds;
}
type Parts = Pick<TradingParts, 'platform' | 'market' | 'customerOf' | 'mayRead'>;

/** ms of market time within which a book that was told is told again without asking, unless an order of the account has moved since. */
const SAME_ANSWER_MS = 3_000;
const ASKED_TOO_MUCH = 'the broker is asked too much';

/** What the broker says of one of its books now, else what it said last, with the reason. */
export async function bookNow<W extends keyof ToldBooks>(
  { platform, market, customerOf, mayRead }: Parts,
  { account, way }: TradingPlace,
  what: W,
  ms?: number,
) {
  type Told = BrokerAnswer<ToldBooks[W]>;
  const before = await toldBefore<ToldBooks[W]>(platform.db, account, what);
  const session = await customerOf(account);
  if (session && before && (await isFresh(platform.db, account, before.at, market.now())))
    return { value: before.value, at: before.at.toISOString(), refused: '' };
  const failed = (why: string, session_over = false): Told => ({ kind: 'failed', why, session_over });
  const told: Told = !session
    ? failed('session', true)
    : (await mayRead(account))
      ? await withLimit<Told>(() => way.broker[what](session) as Promise<Told>, failed, ms)
      : failed(ASKED_TOO_MUCH);
  if (told.kind === 'told') {
    await storeTold(platform.db, account, what, told.value, market.now());
    return { value: told.value, at: market.now().toISOString(), refused: '' };
  }
  const refused = told.session_over
    ? 'Your session with the broker is over: log in with the broker again.'
    : told.why === ASKED_TOO_MUCH
      ? 'Your broker is asked by many now. This is what it said last.'
      : 'Your broker did not answer. This is what it said last.';
  return { value: before?.value ?? null, at: before?.at.toISOString() ?? null, refused };
}

const isFresh = async (db: Database, account: AccountKey, at: Date, now: Date): Promise<boolean> =>
  Math.abs(now.getTime() - at.getTime()) < SAME_ANSWER_MS && !(await hasMovedSince(db, account, at));

/** ms of market time for which a book counts as just read, and of wall time that a ticket waits for one. */
const JUST_READ_MS = 5_000;
const WAIT_MS = 2_000;

/** Reads the books that a ticket is held against, where they were not read a moment ago. A ticket opens without those that take long. */
export async function readBooks(parts: Parts, place: TradingPlace): Promise<void> {
  const { platform, market, customerOf } = parts;
  if (!(await customerOf(place.account))) return;
  await Promise.all(
    (['positions', 'holdings', 'funds'] as const).map(async (what) => {
      const before = await toldBefore(platform.db, place.account, what);
      if (!before || market.now().getTime() - before.at.getTime() >= JUST_READ_MS) await bookNow(parts, place, what, WAIT_MS);
    }),
  );
}
