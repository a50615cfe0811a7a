import { readDesk, readOwnAnalytics, readPlatformAnalytics } from '@vimarsh/shared/contract/calls/routes.ts';
import { PUBLISH_LIMITS } from '@vimarsh/shared/domain/calls/equity/publish-rules.ts';
import { recordsAllowed } from '@vimarsh/shared/domain/calls/past-policy.ts';
import { CallAuthoring } from '../call-authoring.ts';
import type { Calls, LiveCall } from '../calls.ts';
import { LateActions } from '../corrections/late-actions.ts';
import { frozenAt } from '../engine/frozen-calls.ts';
import type { CallsOfKind, KindDependencies } from '../kind.ts';
import { Analytics } from './analytics/analytics.ts';
import { authoredEquity } from './authoring.ts';
import { viewCall } from './call-view.ts';
import { CategorisedCalls } from './categorised/categorised.ts';
import { serveCategorised } from './categorised/routes.ts';
import { SavedViews } from './categorised/saved-views.store.ts';
import { correctableEquity } from './corrections/correctable.ts';
import { pricedLife } from './corrections/priced-life.ts';
import { openCallsOnFile, WaitingRemark } from './corrections/waiting-remark.ts';
import { Desk } from './desk/desk.ts';
import { FollowedRows } from './followers/followed-rows.ts';
import { FollowerFills } from './followers/follower-fills.ts';
import { equityKind } from './kind.ts';
import { openCallsOf } from './open-calls.ts';
import { PassedEntries } from './passed-entries.ts';
import { Reading } from './reading.ts';
import { readState } from './recorded.ts';
import { closedRecords, hasRecord } from './records.ts';
import { serveEquity } from './routes.ts';
import { equityList, liveOnAllQuery, readLive } from './store.ts';
import { type CallRow, equityTables } from './tables.ts';

/** Equity calls, and what other features read of them. */
export interface Equity
  extends CallsOfKind,
    Pick<
      Calls,
      'publicView' | 'liveCallsOf' | 'liveCallsByStock' | 'publicCallsOf' | 'closedRecords' | 'readableRecord' | 'hasRecord' | 'openCallsOf' | 'fills'
    > {}

/** Calls to buy, sell or hold a stock: published by rules, closed by its price, readable within the reader's plan. */
export function createEquity(parts: KindDependencies): Equity {
  const { platform, market, identity, policy, limits } = parts;
  const db = equityTables(platform.db);
  const now = (): Date => market.now();
  const kind = equityKind(market);
  const authoring = new CallAuthoring(parts, authoredEquity(kind, market, { ...PUBLISH_LIMITS, ...limits }));
  const passed = new PassedEntries(db, market);
  const fills = new FollowerFills(market);
  const followed = new FollowedRows(market, fills);
  const late = new LateActions<CallRow>(platform.db, { table: kind.table, lifeOf: (row) => pricedLife(readState(row)) }, market);
  const reading = new Reading({ ...parts, policy, passed, followed, late, now, demo: platform.config.demo });
  serveEquity(platform, authoring, reading);
  const waiting = new WaitingRemark(
    () => openCallsOnFile(platform.db),
    market,
    (error) => platform.log.warn({ err: error }, 'Which calls wait could not be read; the next look is in five minutes'),
  );
  platform.remark(() => waiting.said());
  platform.onReady(() => waiting.start());
  // What followers paid for a hundred calls is read for longer than `/` waits: nobody's first visit comes without results for it.
  platform.onReady(
    () => void reading.publicView(null).catch((error) => platform.log.warn({ err: error }, 'the first view of visitors could not be read ahead')),
  );
  platform.onShutdown(() => waiting.stop());
  const desk = new Desk({ ...parts, limits: { ...PUBLISH_LIMITS, ...limits }, followed, now });
  platform.on(readDesk, ({ query }, ctx) => desk.read(query, ctx));
  const analytics = new Analytics({ ...parts, now });
  platform.on(readOwnAnalytics, (_, { caller }) => analytics.own(caller!.user_id));
  platform.on(readPlatformAnalytics, () => analytics.platform());
  const views = new SavedViews(platform);
  const unfrozen = async <Row extends Pick<CallRow, 'id'>>(rows: readonly Row[], at: Date): Promise<Row[]> => {
    const ids = rows.map(({ id }) => id);
    const frozen = await frozenAt(parts.ledger, ids, at);
    return rows.filter(({ id }) => !frozen.has(id));
  };
  serveCategorised(platform, new CategorisedCalls({ ...parts, followed }, reading.calls), views, now);
  identity.keeps({ name: 'saved_views', of: (user_id) => views.of(user_id), erase: (tx, user_id) => views.erase(tx, user_id) });
  return {
    kind,
    levelsInRupees: true,
    told: (row) => {
      const { term, realised_return } = row as CallRow;
      return { term, result: recordsAllowed(policy) ? realised_return : null };
    },
    made: (row) => followed.made(row as CallRow),
    shown: (row, expert) => viewCall(row as CallRow, expert),
    corrected: correctableEquity(late),
    ...reading.answers(),
    publicView: (partner) => reading.publicView(partner),
    async liveCallsOf(symbol, at) {
      return (await unfrozen(await readLive(db, symbol, at), at ?? now())).map(liveCall);
    },
    async liveCallsByStock(at) {
      const rows = await unfrozen(await liveOnAllQuery(db, at).execute(), at);
      const byStock = Map.groupBy(rows, ({ stock }) => stock);
      return new Map([...byStock].map(([stock, own]) => [stock, own.map(liveCall)]));
    },
    publicCallsOf: (symbol) => reading.publicCallsOf(symbol),
    closedRecords: (query, reader) => closedRecords(db, query, reader && reading.calls.readerOf(reader)),
    readableRecord: (reader, user_id) => equityList.readableEnded(reader && reading.calls.readerOf(reader), user_id),
    fills,
    hasRecord: (user_id, reader) => hasRecord(db, user_id, reading.calls.readerOf(reader)),
    openCallsOf: (user_id, reader) => openCallsOf(db, user_id, reading.calls.readerOf(reader), passed),
  };
}

type LiveRow = Pick<CallRow, 'call_type' | 'term' | 'published_at' | 'expert_id' | 'target_price'>;

const liveCall = ({ call_type, term, published_at, expert_id, target_price }: LiveRow): LiveCall => ({
  call_type,
  term,
  published_at: published_at.toISOString(),
  expert_id,
  target: target_price,
});

/** Its kind alone, for who judges its calls by prices and serves nobody. */
createEquity.kind = equityKind;
