import { sql } from 'kysely';
import type { Calls, PublishedCall } from '../calls/index.ts';
import type { Database, Platform } from '../platform/platform.ts';
import { callEvents, fire } from './fires.store.ts';
import type { AlertDatabase } from './tables.ts';
import type { TellFired } from './telling.ts';

const JUDGE = 'alerts.call';
/** Alerts looked at in one transaction. */
const PAGE = 500;

interface Dependencies {
  readonly platform: Platform;
  readonly calls: Pick<Calls, 'onPublished' | 'readersOf'>;
  readonly tell: TellFired;
}

/**
 * Alerts on new calls. That a call has to be looked at is written where the call is, so it is not forgotten; the looking is done behind the
 * publishing, page by page. Who may not read the call hears nothing of it, and their alert goes on waiting.
 */
export function callAlerts({ platform, calls, tell }: Dependencies): void {
  calls.onPublished(async (tx, published) => {
    const [waits] = await waitingFor(tx, published, '', 1);
    if (waits) await platform.jobs.enqueue(tx, JUDGE, published);
  });

  platform.jobs.work<PublishedCall>(JUDGE, async (published) => {
    for (let after = ''; ; ) {
      const waiting = await waitingFor(platform.db, published, after, PAGE);
      const last = waiting.at(-1);
      if (!last) return;
      // Whoever waits for the stock and for the expert hears of the call once: both are looked at together.
      const whole = waiting.length < PAGE ? waiting : waiting.filter(({ user_id }) => user_id !== last.user_id);
      const may = await calls.readersOf(published.call, [...new Set(whole.map(({ user_id }) => user_id))]);
      const ids = whole.filter(({ user_id }) => may.has(user_id)).map(({ id }) => id);
      if (ids.length > 0) await platform.transaction((tx) => store(tx, published, ids));
      after = whole.at(-1)!.user_id;
    }
  });

  async function store(tx: Database, { call, expert_id, published_at }: PublishedCall, ids: readonly string[]): Promise<void> {
    const at = new Date(published_at);
    // An alert fires once by one call, so both name the happening.
    const event_id = callEvents(call.id) + ids[0];
    const told = await fire(tx, { event_id, at, ids, level: false });
    await tell(tx, { event_id, at, told, expert_id, fired: { call } });
  }
}

/**
 * Alerts that wait for a call like this, of people behind one, in the order of their ids; not of those who have been told of it. A later
 * call may have been looked at before it: that takes nothing away.
 */
const waitingFor = (db: AlertDatabase, { call: { id, stock }, expert_id, published_at }: PublishedCall, after: string, limit: number) =>
  db
    .selectFrom('alerts')
    .select(['id', 'user_id'])
    .where((eb) =>
      eb.or([eb.and([eb('kind', '=', 'call_stock'), eb('symbol', '=', stock)]), eb.and([eb('kind', '=', 'call_expert'), eb('expert_id', '=', expert_id)])]),
    )
    .where('state', '=', 'on')
    .where('since', '<=', new Date(published_at))
    .where(sql<boolean>`not exists (select 1 from alert_fires f where f.user_id = alerts.user_id and starts_with(f.event_id, ${callEvents(id)}))`)
    .where('user_id', '>', after)
    .orderBy('user_id')
    .orderBy('id')
    .limit(limit)
    .execute();
