import type { OwnAnalytics, PlatformAnalytics } from '@vimarsh/shared/contract/calls/analytics.ts';
import { CALL_TYPES, TERMS } from '@vimarsh/shared/contract/calls/types.ts';
import { istDay, istInstant } from '@vimarsh/shared/domain/market/calendar.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Platform } from '../../../platform/platform.ts';
import type { SharedAnswers } from '../../reading/changes/shared-answers.ts';
import type { ExpertDirectory } from '../../reading/expert-directory.ts';
import { followerCount, followersByDay } from '../../reading/follows.store.ts';
import { callTables as sharedTablesOf } from '../../tables.ts';
import { type EquityDatabase, equityTables } from '../tables.ts';
import { monthRows, monthsUntil, stopBuckets } from './months.ts';

export interface AnalyticsDependencies {
  readonly platform: Pick<Platform, 'db'>;
  readonly directory: ExpertDirectory;
  readonly answers: SharedAnswers;
  readonly now: () => Date;
}

/** Figures over all experts go through a year of the record: they are taken again after so long, ms. */
const KEEP_MS = 5 * 60_000;

/** IST month of an instant, `YYYY-MM`. */
const monthOf = (column: string): RawBuilder<string> => sql<string>`to_char((${sql.ref(column)} at time zone 'UTC') + interval '330 minutes', 'YYYY-MM')`;

/** Counts over the record for those who work with it: an author over their own calls, an admin over all. */
export class Analytics {
  readonly #parts: AnalyticsDependencies;
  readonly #db: EquityDatabase;
  #platform: { readonly at: number; readonly counted: Promise<PlatformAnalytics> } | null = null;

  constructor(parts: AnalyticsDependencies) {
    this.#parts = parts;
    this.#db = equityTables(parts.platform.db);
  }

  async own(user_id: string): Promise<OwnAnalytics> {
    const now = this.#parts.now();
    const months = monthsUntil(istDay(now));
    const from = istInstant(`${months.at(-1)}-01`);
    const shared = sharedTablesOf(this.#parts.platform.db);
    const [ofCalls, followers, began] = await Promise.all([
      this.#parts.answers.of({
        key: `own analytics ${user_id} ${months[0]}`,
        concerns: ({ row }) => row.expert_id === user_id,
        compute: async () => ({ value: await this.#ofCalls(months, user_id, from) }),
      }),
      followerCount(shared, user_id),
      followersByDay(shared, user_id, istDay(from)),
    ]);
    const byMonth = Map.groupBy(began, ({ day }) => day.slice(0, 7));
    const followed = months.map((month) => ({ month, count: (byMonth.get(month) ?? []).reduce((sum, day) => sum + day.followers, 0) }));
    return { ...ofCalls, followers, followed, as_of: now.toISOString() };
  }

  async #ofCalls(months: readonly string[], user_id: string, from: Date): Promise<Pick<OwnAnalytics, 'months' | 'stops'>> {
    const entered = this.#db
      .selectFrom('calls')
      .select(['entry_price', 'initial_stop_loss', 'status'])
      .where('expert_id', '=', user_id)
      .where((eb) => eb('is_open', '=', eb.lit(false)))
      .where('ended_at', '>=', from)
      .where('entry_price', 'is not', null)
      .where('call_type', '<>', 'Hold');
    const [rows, stops] = await Promise.all([this.#months(months, user_id), entered.execute()]);
    return { months: rows, stops: stopBuckets(stops) };
  }

  platform(): Promise<PlatformAnalytics> {
    if (this.#platform && Date.now() - this.#platform.at <= KEEP_MS) return this.#platform.counted;
    const counted = this.#count();
    counted.catch(() => {
      this.#platform = null;
    });
    this.#platform = { at: Date.now(), counted };
    return counted;
  }

  async #count(): Promise<PlatformAnalytics> {
    const now = this.#parts.now();
    const shared = sharedTablesOf(this.#parts.platform.db);
    const [months, open, experts, follows] = await Promise.all([
      this.#months(monthsUntil(istDay(now))),
      this.#db
        .selectFrom('calls')
        .select((eb) => ['term', 'sector', 'call_type', eb.fn.countAll<number>().as('count')])
        .where((eb) => eb('is_open', '=', eb.lit(true)))
        .groupBy(['term', 'sector', 'call_type'])
        .execute(),
      this.#parts.directory.all(),
      shared
        .selectFrom('follows')
        .select((eb) => [eb.fn.countAll<number>().as('follows'), eb.fn.count<number>('user_id').distinct().as('followers')])
        .executeTakeFirstOrThrow(),
    ]);
    const sides = (of: (row: (typeof open)[number]) => boolean) =>
      Object.fromEntries(
        CALL_TYPES.map((type) => [type, open.filter((row) => row.call_type === type && of(row)).reduce((sum, { count }) => sum + Number(count), 0)]),
      ) as Record<(typeof CALL_TYPES)[number], number>;
    const sectors = [...new Set(open.map(({ sector }) => sector))].map((sector) => ({ sector, ...sides((row) => row.sector === sector) }));
    const registered = Map.groupBy(experts.values(), ({ status }) => status);
    return {
      months,
      open: TERMS.map((term) => ({ term, ...sides((row) => row.term === term) })),
      sectors: sectors.toSorted((one, other) => totalOf(other) - totalOf(one) || (one.sector < other.sector ? -1 : 1)),
      experts: [...registered].map(([status, list]) => ({ status, count: list.length })),
      followers: Number(follows.followers),
      follows: Number(follows.follows),
      as_of: now.toISOString(),
    };
  }

  /** Of one author, or of all. */
  async #months(months: readonly string[], author?: string) {
    const from = istInstant(`${months.at(-1)}-01`);
    let published = this.#db.selectFrom('calls').where('published_at', '>=', from);
    let ended = this.#db
      .selectFrom('calls')
      .where((eb) => eb('is_open', '=', eb.lit(false)))
      .where('ended_at', '>=', from);
    if (author !== undefined) {
      published = published.where('expert_id', '=', author);
      ended = ended.where('expert_id', '=', author);
    }
    const [begun, over] = await Promise.all([
      published
        .select((eb) => [monthOf('published_at').as('month'), eb.fn.countAll<number>().as('count')])
        .groupBy(monthOf('published_at'))
        .execute(),
      ended
        .select((eb) => [monthOf('ended_at').as('month'), 'status', eb.fn.countAll<number>().as('count')])
        .groupBy([monthOf('ended_at'), 'status'])
        .execute(),
    ]);
    return monthRows(months, begun, over);
  }
}

const totalOf = ({ Buy, Sell, Hold }: { Buy: number; Sell: number; Hold: number }): number => Buy + Sell + Hold;
