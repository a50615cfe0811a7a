import type { Desk as DeskView, FollowedExpert, FollowedResults, OwnDesk } from '@vimarsh/shared/contract/calls/desk.ts';
import type { readDesk } from '@vimarsh/shared/contract/calls/routes.ts';
import type { Received } from '@vimarsh/shared/contract/route.ts';
import type { PublishLimits } from '@vimarsh/shared/domain/calls/equity/publish-rules.ts';
import { figuresAllowed, type PerfPolicy, periodStart, recordsAllowed } from '@vimarsh/shared/domain/calls/past-policy.ts';
import { istDay, istInstant } from '@vimarsh/shared/domain/market/calendar.ts';
import { addResults, type ExactSum, roundedSum } from '@vimarsh/shared/domain/performance/followed-sum.ts';
import { roundTo } from '@vimarsh/shared/domain/text/formats.ts';
import { type Sight, sightOf } from '../../../entitlements/index.ts';
import type { Identity } from '../../../identity/index.ts';
import type { Platform } from '../../../platform/platform.ts';
import { givingWay } from '../../../platform/processor/give-way.ts';
import { ownCalls } from '../../call-authoring.ts';
import type { CallReader } from '../../kind.ts';
import type { SharedAnswers } from '../../reading/changes/shared-answers.ts';
import type { ExpertDirectory } from '../../reading/expert-directory.ts';
import { followedBy, followerCount, followersSince } from '../../reading/follows.store.ts';
import type { RecordReader } from '../../reading/readable.ts';
import { callTables as sharedTablesOf } from '../../tables.ts';
import { FOLLOWED, type FollowedRows } from '../followers/followed-rows.ts';
import { readState } from '../recorded.ts';
import { equityList, visible } from '../store.ts';
import { type EquityDatabase, equityTables } from '../tables.ts';
import { type ActiveRow, activityOf, MOST_ACTIVITY } from './activity.ts';
import { endedToday, MOST_NEEDS, needOf, needsInOrder, type OpenRow } from './needs.ts';

export interface DeskDependencies {
  readonly platform: Platform;
  readonly identity: Pick<Identity, 'expert'>;
  readonly directory: ExpertDirectory;
  readonly answers: SharedAnswers;
  readonly listAnswers: SharedAnswers;
  readonly policy: PerfPolicy;
  readonly limits: PublishLimits;
  readonly followed: Pick<FollowedRows, 'made' | 'result' | 'madeSoFar' | 'priceNow'>;
  readonly now: () => Date;
}

/** Followed experts on one desk. */
const MOST_EXPERTS = 50;
const ACTIVE = [...FOLLOWED, 'expert_id', 'ended_at'] as const;
const NONE: OwnDesk['ended'] = { target_hit: 0, sl_hit: 0, exited: 0, expired: 0, lapsed: 0, cancelled: 0, unjudged: 0 };

/** An expert's share of a desk: counts of open calls, the newest open calls and the newest ended ones. */
interface ExpertPart {
  readonly counts: Pick<FollowedExpert, 'open' | 'fresh' | 'latest'>;
  readonly open: readonly OpenRow[];
  readonly ended: readonly ActiveRow[];
  /** Open calls that prices can't judge: they have made nothing that anybody knows. */
  readonly doubted: ReadonlySet<string>;
}

/** Results of an expert's ended calls, of today and of the period. */
interface EndedSums {
  readonly today: ExactSum;
  readonly period: ExactSum;
}

/** How long a sum stands that has a follower's price still to come, ms. */
const UNTIL_LEFT_MS = 60_000;
/** After so long a price that has not come does not come, ms: a minute after an end, or in the next session. */
const LEFT_BY_MS = 5 * 86_400_000;

/** What a signed-in person finds on their desk: nothing that their lists would not show them. */
export class Desk {
  readonly #parts: DeskDependencies;
  readonly #db: EquityDatabase;

  constructor(parts: DeskDependencies) {
    this.#parts = parts;
    this.#db = equityTables(parts.platform.db);
  }

  async read({ period }: Received<typeof readDesk>['query'], asker: CallReader): Promise<DeskView> {
    const now = this.#parts.now();
    const caller = asker.caller!;
    const sight = sightOf(asker, now, this.#parts.platform.config.demo);
    const start = periodStart(period, istDay(now));
    const from = start === null ? null : istInstant(start);
    const isExpert = caller.expert_status !== '';
    const followed = [...(await followedBy(sharedTablesOf(this.#parts.platform.db), caller.user_id))];
    const ofFollowed = this.#partsOf(followed, asker, sight, from);
    const ofShown = isExpert ? this.#partsOf([caller.user_id], asker, sight, from) : ofFollowed;
    const [own, experts, activity, needs, results] = await Promise.all([
      isExpert ? this.#own(caller.user_id, from, now) : null,
      ofFollowed.then((parts) => this.#experts(followed, parts)),
      ofShown.then((parts) => this.#activity(parts, from)),
      ofShown.then((parts) => this.#needs(parts, now)),
      figuresAllowed(this.#parts.policy) && followed.length > 0 ? this.#results(followed, await ofFollowed, asker, sight, from, now) : null,
    ]);
    return { period, own, experts, activity, needs, results, as_of: now.toISOString() };
  }

  async #own(user_id: string, from: Date | null, now: Date): Promise<OwnDesk | null> {
    const { platform, identity, limits, answers } = this.#parts;
    const record = await identity.expert(user_id);
    if (!record) return null;
    const shared = sharedTablesOf(platform.db);
    const today = istDay(now);
    const [followers, recent, counts] = await Promise.all([
      followerCount(shared, user_id),
      from ? followersSince(shared, user_id, istDay(from)) : null,
      answers.of({
        key: `desk ${today} ${user_id} ${from?.toISOString() ?? ''}`,
        concerns: ({ row }) => row.expert_id === user_id,
        compute: async () => ({ value: await this.#counts(user_id, today, from) }),
      }),
    ]);
    const { status, valid_to } = record;
    return { status, valid_to, followers, new_followers: recent ?? followers, most_a_day: limits.perDay, ...counts };
  }

  async #counts(user_id: string, today: string, from: Date | null): Promise<Pick<OwnDesk, 'published_today' | 'open' | 'ended'>> {
    const [{ open, publishedToday }, ended] = await Promise.all([
      ownCalls(this.#parts.platform.db, 'calls', ['id'], user_id, today),
      this.#ended(user_id, from),
    ]);
    return { published_today: publishedToday, open: open.length, ended };
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
  async #experts(followed: readonly string[], parts: readonly ExpertPart[]): Promise<FollowedExpert[]> {
    const experts = await Promise.all(followed.map(async (id, at) => ({ ...(await this.#parts.directory.name(id)), ...parts[at]!.counts })));
    return experts
      .toSorted((one, other) =>
        (other.latest ?? '') < (one.latest ?? '') ? -1 : (other.latest ?? '') > (one.latest ?? '') ? 1 : one.full_name < other.full_name ? -1 : 1,
      )
      .slice(0, MOST_EXPERTS);
  }

  /** From the newest open calls and the newest ends. */
  async #activity(parts: readonly ExpertPart[], from: Date | null): Promise<DeskView['activity']> {
    const open = newest(
      parts.map((part) => part.open),
      ({ published_at }) => published_at,
    );
    const ended = newest(
      parts.map((part) => part.ended),
      ({ ended_at }) => ended_at!,
    );
    const endedRows = new Map(ended.map((row) => [row.id, row]));
    return Promise.all(
      activityOf([...open, ...ended], from).map(async ({ expert_id, ...happened }) => {
        const { user_id, full_name } = await this.#parts.directory.name(expert_id);
        const row = happened.what === 'ended' ? endedRows.get(happened.call_id) : undefined;
        return { ...happened, made: row ? await this.#parts.followed.made(row) : null, expert: { user_id, full_name } };
      }),
    );
  }

  /** Things to look at today, of the newest open calls and the newest ends. */
  async #needs(parts: readonly ExpertPart[], now: Date): Promise<NonNullable<DeskView['needs']>> {
    const { followed, directory } = this.#parts;
    const needed = needsInOrder(
      parts.flatMap(({ open, ended, doubted }) => [
        ...endedToday(ended, now),
        ...open.flatMap((row) => (doubted.has(row.id) ? [] : (needOf(row, followed.priceNow(row), now) ?? []))),
      ]),
    );
    const items = await Promise.all(
      needed.slice(0, MOST_NEEDS).map(async ({ row, what, at }) => {
        const { id: call_id, stock, call_type, term, status, expert_id } = row;
        const [{ user_id, full_name }, made] = await Promise.all([directory.name(expert_id), what === 'ended' ? followed.made(row) : followed.madeSoFar(row)]);
        return { what, call_id, stock, call_type, term, status, at, expert: { user_id, full_name }, made: made === null ? null : roundTo(made, 2) + 0 };
      }),
    );
    return { items, total: needed.length };
  }

  /** What the followed experts' calls made, as a row of each says it; added up before anything is rounded. */
  async #results(
    user_ids: readonly string[],
    parts: readonly ExpertPart[],
    asker: CallReader,
    sight: Sight,
    from: Date | null,
    now: Date,
  ): Promise<FollowedResults> {
    const { listAnswers, followed, policy } = this.#parts;
    const today = istDay(now);
    const reader = { sight, records: recordsAllowed(policy), author: asker.caller!.expert_status ? asker.caller!.user_id : null };
    const ended = await listAnswers.all(
      user_ids.map((user_id) => {
        const readable = equityList.readableEnded(reader, user_id);
        return {
          key: `desk results of ${user_id} ${today} ${readable.key} ${from?.toISOString() ?? ''}`,
          concerns: (change) => change.row.expert_id === user_id && readable.has(change),
          // A follower's prices are asked of the market for each call.
          long: true,
          compute: () => this.#endedSums(user_id, reader, from, today, now),
        };
      }),
    );
    const open = await Promise.all(
      parts.map(async (part) => addResults(await Promise.all(part.open.filter(({ id }) => !part.doubted.has(id)).map((row) => followed.madeSoFar(row))))),
    );
    return {
      today: roundedSum(ended.map((sums) => sums.today)),
      period: roundedSum(ended.map((sums) => sums.period)),
      open: roundedSum(open),
    };
  }

  async #endedSums(user_id: string, { sight, records }: Pick<RecordReader, 'sight' | 'records'>, from: Date | null, today: string, now: Date) {
    const sees = visible(sight, false, records);
    let past = this.#db
      .selectFrom('calls')
      .where('expert_id', '=', user_id)
      .where((eb) => eb('is_open', '=', eb.lit(false)))
      .where('realised_return', 'is not', null);
    if (from) past = past.where('ended_at', '>=', from);
    const rows = sees ? await past.where(sees).select(ACTIVE).execute() : [];
    const begin = istInstant(today);
    let sums: EndedSums = { today: addResults([]), period: addResults([]) };
    let until = Number.POSITIVE_INFINITY;
    const giveWay = givingWay();
    for (const row of rows) {
      const { made, final } = await this.#parts.followed.result(row);
      sums = { today: row.ended_at! >= begin ? addResults([made], sums.today) : sums.today, period: addResults([made], sums.period) };
      if (!final && now.getTime() - row.ended_at!.getTime() < LEFT_BY_MS) until = now.getTime() + UNTIL_LEFT_MS;
      await giveWay();
    }
    return { value: sums, until };
  }

  /** Each expert's part, in the order of the ids. All who follow an expert and may read the same calls share one computation. */
  #partsOf(user_ids: readonly string[], asker: CallReader, sight: Sight, from: Date | null): Promise<ExpertPart[]> {
    const { listAnswers, policy } = this.#parts;
    const reader = { sight, records: recordsAllowed(policy), author: asker.caller!.expert_status ? asker.caller!.user_id : null };
    const live = equityList.readableLive(reader);
    return listAnswers.all(
      user_ids.map((user_id) => {
        const ended = equityList.readableEnded(reader, user_id);
        return {
          key: `desk of ${user_id} ${live.key} ${ended.key} ${from?.toISOString() ?? ''}`,
          concerns: (change) => change.row.expert_id === user_id && (live.has(change) || ended.has(change)),
          compute: async () => {
            const value = await this.#part(user_id, reader, from);
            return { value, rows: 1 + value.open.length + value.ended.length };
          },
        };
      }),
    );
  }

  /** Each by an index of the expert's calls. */
  async #part(user_id: string, { sight, records }: Pick<RecordReader, 'sight' | 'records'>, from: Date | null): Promise<ExpertPart> {
    const ofExpert = (open: boolean) => {
      const sees = visible(sight, open, records);
      const all = this.#db.selectFrom('calls').where('expert_id', '=', user_id);
      return sees && all.where((eb) => eb('is_open', '=', eb.lit(open))).where(sees);
    };
    const [live, past] = [ofExpert(true), ofExpert(false)];
    const recent = from ? past?.where('ended_at', '>=', from) : past;
    const [counts, open, ended] = await Promise.all([
      live
        ?.select((eb) => [
          eb.fn.countAll<number>().as('open'),
          eb.fn
            .countAll<number>()
            .filterWhere('published_at', '>=', from ?? new Date(0))
            .as('fresh'),
          eb.fn.max('published_at').as('latest'),
        ])
        .executeTakeFirst(),
      live
        ?.select([...ACTIVE, 'target_price', 'stop_loss', 'state'])
        .orderBy('published_at', 'desc')
        .orderBy('id', 'desc')
        .limit(MOST_ACTIVITY)
        .execute(),
      recent?.select(ACTIVE).orderBy('ended_at', 'desc').orderBy('id', 'desc').limit(MOST_ACTIVITY).execute(),
    ]);
    return {
      counts: { open: Number(counts?.open ?? 0), fresh: Number(counts?.fresh ?? 0), latest: counts?.latest?.toISOString() ?? null },
      open: (open ?? []).map(({ state, ...row }) => ({
        ...row,
        entry_until: row.status === 'awaiting_entry' ? readState({ id: row.id, state }).entry_until : null,
      })),
      ended: ended ?? [],
      doubted: new Set((open ?? []).flatMap((row) => (readState(row).not_judgeable ? [row.id] : []))),
    };
  }
}

/** The first of several lists that are ordered by an instant and the id, the newest first. */
function newest(lists: readonly (readonly ActiveRow[])[], at: (row: ActiveRow) => Date): ActiveRow[] {
  const [only] = lists;
  if (lists.length === 1) return [...only!];
  return lists
    .flat()
    .toSorted((one, other) => at(other).getTime() - at(one).getTime() || (one.id < other.id ? 1 : -1))
    .slice(0, MOST_ACTIVITY);
}
