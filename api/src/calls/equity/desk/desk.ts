import type { Desk as DeskView, FollowedExpert, OwnDesk } from '@vimarsh/shared/contract/calls/desk.ts';
import type { readDesk } from '@vimarsh/shared/contract/calls/routes.ts';
import type { Received } from '@vimarsh/shared/contract/route.ts';
import { type PerfPolicy, periodStart, recordsAllowed } from '@vimarsh/shared/domain/calls/equity/performance.ts';
import type { PublishLimits } from '@vimarsh/shared/domain/calls/equity/publish-rules.ts';
import { istDay, istInstant } from '@vimarsh/shared/domain/market/calendar.ts';
import { type Sight, sightOf } from '../../../entitlements/index.ts';
import type { Identity } from '../../../identity/index.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Asker } from '../../kind.ts';
import type { SharedAnswers } from '../../reading/changes/shared-answers.ts';
import type { ExpertDirectory } from '../../reading/expert-directory.ts';
import { followedBy, followerCount, followersByDay } from '../../reading/follows.store.ts';
import { tablesOf as sharedTablesOf } from '../../tables.ts';
import { ownFacts } from '../publish-context.ts';
import { visible } from '../store.ts';
import { type EquityDatabase, tablesOf } from '../tables.ts';
import { activityOf, MOST_ACTIVITY } from './activity.ts';

export interface DeskDependencies {
  readonly platform: Platform;
  readonly identity: Pick<Identity, 'expert'>;
  readonly directory: ExpertDirectory;
  readonly answers: SharedAnswers;
  readonly policy: PerfPolicy;
  readonly limits: PublishLimits;
  readonly now: () => Date;
}

/** Followed experts on one desk. */
const MOST_EXPERTS = 50;
const ACTIVE = ['id', 'expert_id', 'stock', 'call_type', 'term', 'status', 'published_at', 'entry_at', 'ended_at', 'realised_return'] as const;
const NONE: OwnDesk['ended'] = { target_hit: 0, sl_hit: 0, exited: 0, expired: 0, lapsed: 0, cancelled: 0, unjudged: 0 };

/** What a signed-in person finds on their desk: nothing that their lists would not show them. */
export class Desk {
  readonly #parts: DeskDependencies;
  readonly #db: EquityDatabase;

  constructor(parts: DeskDependencies) {
    this.#parts = parts;
    this.#db = tablesOf(parts.platform.db);
  }

  async read({ period }: Received<typeof readDesk>['query'], asker: Asker): Promise<DeskView> {
    const now = this.#parts.now();
    const caller = asker.caller!;
    const sight = sightOf(asker, now, this.#parts.platform.config.demo);
    const start = periodStart(period, istDay(now));
    const from = start === null ? null : istInstant(start);
    const isExpert = caller.expert_status !== '';
    const followed = [...(await followedBy(sharedTablesOf(this.#parts.platform.db), caller.user_id))];
    const [own, experts, activity] = await Promise.all([
      isExpert ? this.#own(caller.user_id, from, now) : null,
      this.#experts(sight, followed, from),
      this.#activity(sight, isExpert ? [caller.user_id] : followed, from),
    ]);
    return { period, own, experts, activity, as_of: now.toISOString() };
  }

  async #own(user_id: string, from: Date | null, now: Date): Promise<OwnDesk | null> {
    const { platform, identity, limits, answers } = this.#parts;
    const record = await identity.expert(user_id);
    if (!record) return null;
    const shared = sharedTablesOf(platform.db);
    const today = istDay(now);
    const [followers, recent, { open, publishedToday }, ended] = await Promise.all([
      followerCount(shared, user_id),
      from ? followersByDay(shared, user_id, istDay(from)) : null,
      ownFacts(this.#db, user_id, today),
      answers.of({
        key: `desk ${today} ${user_id} ${from?.toISOString() ?? ''}`,
        concerns: ({ row }) => row.expert_id === user_id,
        compute: async () => ({ value: await this.#ended(user_id, from) }),
      }),
    ]);
    return {
      status: record.status,
      valid_to: record.valid_to,
      followers,
      new_followers: recent ? recent.reduce((sum, day) => sum + day.followers, 0) : followers,
      published_today: publishedToday,
      most_a_day: limits.perDay,
      open: open.length,
      ended,
    };
  }

  /** An author's ended calls by their outcome, since an instant (null: ever). */
  async #ended(user_id: string, from: Date | null): Promise<OwnDesk['ended']> {
    let ended = this.#db
      .selectFrom('calls')
      .select((eb) => ['status', eb.fn.countAll<number>().as('count')])
      .where((eb) => eb('is_open', '=', eb.lit(false)))
      .where('expert_id', '=', user_id);
    if (from) ended = ended.where('ended_at', '>=', from);
    const outcomes = await ended.groupBy('status').execute();
    return { ...NONE, ...Object.fromEntries(outcomes.map(({ status, count }) => [status, Number(count)])) };
  }

  /** Counts of open calls only: they say how active somebody is, and nothing of results. */
  async #experts(sight: Sight, followed: readonly string[], from: Date | null): Promise<FollowedExpert[]> {
    const sees = visible(sight, true, true);
    if (followed.length === 0) return [];
    const rows = sees
      ? await this.#db
          .selectFrom('calls')
          .select((eb) => [
            'expert_id',
            eb.fn.countAll<number>().as('open'),
            eb.fn
              .countAll<number>()
              .filterWhere('published_at', '>=', from ?? new Date(0))
              .as('fresh'),
            eb.fn.max('published_at').as('latest'),
          ])
          .where((eb) => eb('is_open', '=', eb.lit(true)))
          .where(sees)
          .where('expert_id', 'in', [...followed])
          .groupBy('expert_id')
          .execute()
      : [];
    const counted = new Map(rows.map((row) => [row.expert_id, row]));
    const experts = await Promise.all(
      followed.map(async (id) => {
        const row = counted.get(id);
        const latest = row?.latest?.toISOString() ?? null;
        return { ...(await this.#parts.directory.name(id)), open: Number(row?.open ?? 0), fresh: Number(row?.fresh ?? 0), latest };
      }),
    );
    return experts
      .toSorted((one, other) =>
        (other.latest ?? '') < (one.latest ?? '') ? -1 : (other.latest ?? '') > (one.latest ?? '') ? 1 : one.full_name < other.full_name ? -1 : 1,
      )
      .slice(0, MOST_EXPERTS);
  }

  /** From the newest open calls and the newest ends, each by its index. */
  async #activity(sight: Sight, authors: readonly string[], from: Date | null): Promise<DeskView['activity']> {
    if (authors.length === 0) return [];
    const newest = async (open: boolean) => {
      const sees = visible(sight, open, recordsAllowed(this.#parts.policy));
      if (!sees) return [];
      const column = open ? 'published_at' : 'ended_at';
      let query = this.#db
        .selectFrom('calls')
        .select(ACTIVE)
        .where((eb) => eb('is_open', '=', eb.lit(open)))
        .where(sees)
        .where('expert_id', 'in', [...authors]);
      if (from && !open) query = query.where('ended_at', '>=', from);
      return query.orderBy(column, 'desc').orderBy('id', 'desc').limit(MOST_ACTIVITY).execute();
    };
    const [open, ended] = await Promise.all([newest(true), newest(false)]);
    return Promise.all(
      activityOf([...open, ...ended], from).map(async ({ expert_id, ...happened }) => {
        const { user_id, full_name } = await this.#parts.directory.name(expert_id);
        return { ...happened, expert: { user_id, full_name } };
      }),
    );
  }
}
