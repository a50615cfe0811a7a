import { recordsAllowed } from '@vimarsh/shared/domain/calls/equity/performance.ts';
import { PUBLISH_LIMITS } from '@vimarsh/shared/domain/calls/equity/publish-rules.ts';
import { sightOf } from '../../entitlements/index.ts';
import type { Calls } from '../calls.ts';
import type { CallsOfKind, KindDependencies } from '../kind.ts';
import { EquityAuthoring } from './authoring.ts';
import { CategorisedCalls } from './categorised/categorised.ts';
import { serveCategorised } from './categorised/routes.ts';
import { SavedViews } from './categorised/saved-views.store.ts';
import { Corrections } from './corrections/corrections.ts';
import { serveCorrections } from './corrections/routes.ts';
import { equityKind } from './kind.ts';
import { PassedEntries } from './passed-entries.ts';
import { Reading } from './reading.ts';
import { closedRecords } from './records.ts';
import { serveEquity } from './routes.ts';
import { readLive } from './store.ts';
import { type CallRow, tablesOf } from './tables.ts';

/** Equity calls, and what other features read of them. */
export interface Equity extends CallsOfKind, Pick<Calls, 'publicView' | 'liveCallsOf' | 'publicCallsOf' | 'closedRecords'> {}

/** Calls to buy, sell or hold a stock: published by rules, closed by its price, readable within the reader's plan. */
export function createEquity(parts: KindDependencies): Equity {
  const { platform, market, identity, policy, limits } = parts;
  const db = tablesOf(platform.db);
  const now = (): Date => market.now();
  const kind = equityKind(market);
  const authoring = new EquityAuthoring({ ...parts, kind, limits: { ...PUBLISH_LIMITS, ...limits } });
  const reading = new Reading({ ...parts, policy, passed: new PassedEntries(db, market), now, demo: platform.config.demo });
  serveEquity(platform, authoring, reading);
  serveCorrections(platform, new Corrections({ ...parts, now }));
  const views = new SavedViews(platform);
  serveCategorised(platform, new CategorisedCalls(parts), views, now);
  identity.keeps({ name: 'saved_views', of: (user_id) => views.of(user_id), erase: (tx, user_id) => views.erase(tx, user_id) });
  return {
    kind,
    told: (row) => {
      const { term, realised_return } = row as CallRow;
      return { term, result: recordsAllowed(policy) ? realised_return : null };
    },
    sees: (asker) => {
      const sees = reading.sees(asker);
      return (row) => sees(row as CallRow);
    },
    requireVisible: async (id, asker) => void (await reading.visibleRow(id, asker)),
    publicView: (partner) => reading.publicView(partner),
    async liveCallsOf(symbol, at) {
      const rows = await readLive(db, symbol, at);
      const frozen = await parts.ledger.frozenAt(
        rows.map(({ id }) => id),
        at ?? now(),
      );
      return rows
        .filter(({ id }) => !frozen.has(id))
        .map(({ call_type, term, published_at, expert_id }) => ({ call_type, term, published_at: published_at.toISOString(), expert_id }));
    },
    publicCallsOf: (symbol) => reading.publicCallsOf(symbol),
    closedRecords: (query, reader) =>
      closedRecords(db, query, reader && { sight: sightOf(reader, now(), platform.config.demo), records: recordsAllowed(policy) }),
  };
}

/** Its kind alone, for who judges its calls by prices and serves nobody. */
createEquity.kind = equityKind;
