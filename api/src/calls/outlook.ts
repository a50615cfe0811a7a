import { istDay } from '@vimarsh/shared/domain/market/calendar.ts';
import { eventsOn, judgedUntil, type Kind, type NewEvent, readOpen, watched } from '../ledger/index.ts';
import type { FileChange } from '../market/index.ts';
import type { Database } from '../platform/platform.ts';
import { type CallsDependencies, kindsOn } from './create-calls.ts';
import { inOrder } from './engine/in-order.ts';

/** What prices make of one open call: events its record does not have yet. */
export interface CallOutlook {
  readonly id: string;
  readonly stock: string;
  readonly events: readonly Pick<NewEvent, 'type' | 'ts' | 'payload'>[];
}

/** An event on record that was decided by a row which says otherwise now. It stays; two people may correct it. */
export interface DecidedCall {
  readonly id: string;
  readonly stock: string;
  readonly type: string;
  readonly day: string;
}

export interface Outlook {
  /** Market time up to which calls were judged, and are again here. */
  readonly until: Date;
  readonly calls: readonly CallOutlook[];
  readonly decided: readonly DecidedCall[];
}

const PAGE = 2000;

/**
 * What the engine will write of open calls once it sees the prices of this market: they are judged by the same rules over the stretch that
 * was judged already, and nothing is stored. `changes`: rows whose figures changed. Null while no call was ever judged.
 */
export async function outlookOn(
  db: Database,
  marketAt: (until: Date) => Promise<CallsDependencies['market']>,
  changes: readonly FileChange[],
): Promise<Outlook | null> {
  const until = await judgedUntil(db);
  if (!until) return null;
  const market = await marketAt(until);
  const calls: CallOutlook[] = [];
  const decided: DecidedCall[] = [];
  for (const kind of kindsOn(market)) {
    calls.push(...(await judged(db, kind, until)));
    decided.push(...(await decidedBy(db, kind, changes)));
  }
  return { until, calls, decided };
}

async function judged(db: Database, kind: Kind, until: Date): Promise<CallOutlook[]> {
  const calls: CallOutlook[] = [];
  for (let after = ''; ; ) {
    const rows = await readOpen(db, kind, after, PAGE);
    if (rows.length === 0) return calls;
    const oldest = new Date(Math.min(...rows.map(({ published_at }) => published_at.getTime())));
    const events =
      oldest < until
        ? inOrder(
            await kind.judge(
              rows.map((row) => watched(kind, row)),
              oldest,
              until,
            ),
          )
        : [];
    const stocks = new Map(rows.map(({ id, stock }) => [id, stock]));
    for (const [id, own] of Map.groupBy(events, ({ call_id }) => call_id))
      calls.push({ id, stock: stocks.get(id)!, events: own.map(({ type, ts, payload }) => ({ type, ts, payload })) });
    if (rows.length < PAGE) return calls;
    after = rows.at(-1)!.id;
  }
}

async function decidedBy(db: Database, kind: Kind, changes: readonly FileChange[]): Promise<DecidedCall[]> {
  const days = new Map([...Map.groupBy(changes, ({ stock }) => stock)].map(([stock, own]) => [stock, new Set(own.map(({ day }) => day))]));
  days.delete(null);
  if (days.size === 0) return [];
  const events = await eventsOn(db, kind, [...days.keys()] as string[]);
  const stocks = new Map(events.flatMap(({ call_id, type, payload }) => (type === 'publish' ? [[call_id, payload.stock as string]] : [])));
  return events.flatMap(({ call_id, type, payload }) => {
    const stock = stocks.get(call_id)!;
    const day = dayOfPrices(payload);
    return day !== null && days.get(stock)?.has(day) ? [{ id: call_id, stock, type, day }] : [];
  });
}

/** The IST day whose prices, or whose corporate action, an event came from; null where it came from neither. */
function dayOfPrices({ bar, ex_date }: Readonly<Record<string, unknown>>): string | null {
  if (typeof ex_date === 'string') return ex_date;
  const { to } = (bar ?? {}) as { to?: string };
  return to === undefined ? null : istDay(new Date(to));
}
