import type { CallDetail, CallPage, ExpertCard, listCalls, myCalls, PublicView } from '@vimarsh/shared/contract/calls.contract.ts';
import type { Environment } from '@vimarsh/shared/contract/partners.contract.ts';
import type { Received } from '@vimarsh/shared/contract/route.ts';
import { istDay } from '@vimarsh/shared/domain/calendar.ts';
import { planFor } from '@vimarsh/shared/domain/entitlement.ts';
import { figuresAllowed, recordsAllowed } from '@vimarsh/shared/domain/performance.ts';
import { type Ctx, Fail } from '../platform/platform.ts';
import { viewCall, viewDetail } from './call-view.ts';
import { type CallList, type ListQuery, listLocked, listVisible, readEvents, readRow } from './calls.store.ts';
import type { CallRow, CallsDatabase } from './calls.tables.ts';
import type { PublicCall } from './calls.ts';
import type { ExpertDirectory } from './expert-directory.ts';
import type { Figures } from './figures.ts';
import { followedBy } from './follows.store.ts';
import { latestRoot } from './ledger-roots.ts';
import { maySeeRow, type Sight, sightOf } from './viewer.ts';

export interface ReadingParts {
  readonly db: CallsDatabase;
  readonly directory: ExpertDirectory;
  readonly figures: Figures;
  readonly now: () => Date;
  readonly demo: boolean;
}

type Asker = Pick<Ctx, 'caller' | 'partner'>;

const TERMS_IN_WORDS = { intraday: 'intraday', shortTerm: 'short-term', mediumTerm: 'medium-term', longTerm: 'long-term' } as const;
const PUBLIC_CLOSED = 6;
const PUBLIC_ON_STOCK = 100;
/** Ended with a result: neither withdrawn nor lapsed before it began. */
const ENDED = ['target_hit', 'sl_hit', 'exited', 'expired'] as const;

/** Calls as each caller may see them. */
export class Reading {
  readonly #parts: ReadingParts;
  #public: { key: string; view: Promise<PublicView> } | null = null;

  constructor(parts: ReadingParts) {
    this.#parts = parts;
  }

  async list(query: Received<typeof listCalls>['query'], asker: Asker): Promise<CallPage> {
    const sight = this.#sight(asker);
    const open = query.view === 'live';
    const user = sight.viewer.user_id;
    if (query.followed && user === null) throw new Fail('SESSION_ENDED');
    const whose = query.followed && user !== null ? await this.#authorsFor(user) : {};
    const [list, locked] = await Promise.all([
      listVisible(this.#parts.db, sight, this.#query(query, { open, ...whose })),
      open ? listLocked(this.#parts.db, sight, query.term, query.limit) : { rows: [], count: 0 },
    ]);
    return this.#page(list, locked);
  }

  /** An expert's own calls; for others those of the experts they follow. */
  async mine(query: Received<typeof myCalls>['query'], asker: Asker): Promise<CallPage> {
    const caller = asker.caller!;
    const tab = {
      open: { open: true },
      closed: { open: false, statuses: ['target_hit', 'sl_hit', 'exited', 'expired'] as const },
      cancelled: { open: false, statuses: ['lapsed', 'cancelled'] as const },
    }[query.tab];
    const whose = caller.expert_status === '' ? await this.#authorsFor(caller.user_id) : { author: caller.user_id };
    return this.#page(await listVisible(this.#parts.db, this.#sight(asker), this.#query(query, { ...tab, ...whose })), { rows: [], count: 0 });
  }

  /** One call. Throws NOT_FOUND, or NOT_ENTITLED saying only its term. */
  async detail(id: string, asker: Asker): Promise<CallDetail> {
    return this.detailOf(await this.visibleRow(id, asker), asker);
  }

  async detailOf(row: CallRow, { caller }: Asker): Promise<CallDetail> {
    const { db, directory } = this.#parts;
    const following = caller !== null && (await followedBy(db, caller.user_id)).has(row.expert_id);
    return viewDetail(row, await directory.name(row.expert_id), await readEvents(db, row.id), following);
  }

  /** The row of a call the caller may see. */
  async visibleRow(id: string, asker: Asker): Promise<CallRow> {
    const row = await readRow(this.#parts.db, id);
    if (!row) throw new Fail('NOT_FOUND');
    const sight = this.#sight(asker);
    const own = row.expert_id === sight.viewer.user_id;
    if (!maySeeRow(sight, row) || (!row.is_open && !own && !recordsAllowed(this.#parts.figures.mode)))
      throw new Fail('NOT_ENTITLED', { validation: lockedText(sight, row) });
    return row;
  }

  /** Of which calls somebody may be told. */
  sees(asker: Asker): (row: CallRow) => boolean {
    const sight = this.#sight(asker);
    return (row) => maySeeRow(sight, row);
  }

  async experts(limit: number, asker: Asker): Promise<ExpertCard[]> {
    const { db, directory, now } = this.#parts;
    const following = asker.caller ? await followedBy(db, asker.caller.user_id) : new Set<string>();
    const listed = (await directory.shuffled(istDay(now()))).slice(0, limit);
    if (listed.length === 0) return [];
    const counts = await db
      .selectFrom('calls')
      .select((eb) => ['expert_id', eb.fn.countAll<number>().as('count')])
      .where((eb) => eb('is_open', '=', eb.lit(true)))
      .where(
        'expert_id',
        'in',
        listed.map((expert) => expert.user_id),
      )
      .groupBy('expert_id')
      .execute();
    const open = new Map(counts.map((row) => [row.expert_id, Number(row.count)]));
    return listed.map(({ user_id, full_name, profession, picture, city, verified, reg_no, style, status }) => ({
      user_id,
      full_name,
      profession,
      picture,
      city,
      verified,
      reg_no,
      style,
      status,
      open_calls: open.get(user_id) ?? 0,
      following: following.has(user_id),
    }));
  }

  /** Ended calls on one stock as a visitor sees them, the latest of them, oldest first. */
  async publicCallsOf(stock: string): Promise<PublicCall[]> {
    const query = this.#query({ sort: 'newest', limit: PUBLIC_ON_STOCK, stock }, { open: false, statuses: ENDED });
    const { rows } = await listVisible(this.#parts.db, this.#sight({ caller: null, partner: null }), query);
    return rows.reverse().map(({ call_type, published_at, ended_at, status }) => ({
      call_type,
      published_at: published_at.toISOString(),
      ended_at: ended_at!.toISOString(),
      status: status as PublicCall['status'],
    }));
  }

  /** What a visitor sees first. The same for everybody, so it is made once per change of the record and day. */
  async publicView(partner: Environment | null): Promise<PublicView> {
    const { seq } = await this.#parts.db.selectFrom('ledger_head').select('seq').executeTakeFirstOrThrow();
    const key = `${seq} ${istDay(this.#parts.now())} ${partner?.utm_source_str ?? ''}`;
    if (this.#public?.key !== key) {
      const view = this.#makePublicView(partner);
      view.catch(() => {
        this.#public = null;
      });
      this.#public = { key, view };
    }
    return { ...(await this.#public.view), as_of: this.#parts.now().toISOString() };
  }

  async #makePublicView(partner: Environment | null): Promise<PublicView> {
    const { db, figures, now } = this.#parts;
    const visitor = { caller: null, partner };
    const query = this.#query({ sort: 'newest', limit: PUBLIC_CLOSED }, { open: false, statuses: ENDED });
    const { rows } = await listVisible(db, this.#sight(visitor), query);
    const { live, closed } = await db
      .selectFrom('calls')
      .select((eb) => [
        eb.fn.countAll<number>().filterWhere('is_open', '=', true).as('live'),
        eb.fn
          .countAll<number>()
          .filterWhere('status', 'in', [...ENDED])
          .as('closed'),
      ])
      .executeTakeFirstOrThrow();
    const root = await latestRoot(db);
    return {
      closed: await this.#view(rows),
      live_count: Number(live),
      closed_count: Number(closed),
      experts: await this.experts(24, visitor),
      outcome: await figures.outcome(),
      perf_mode: figures.mode,
      ledger: root && { trading_date: root.trading_date, merkle_root: root.merkle_root, count: root.count },
      as_of: now().toISOString(),
    };
  }

  /** Whom a user follows, read first: then the list knows from the start how few calls it may be about. */
  async #authorsFor(user_id: string): Promise<{ authors: string[] }> {
    return { authors: [...(await followedBy(this.#parts.db, user_id))] };
  }

  #sight(asker: Asker): Sight {
    return sightOf(asker, this.#parts.now(), this.#parts.demo);
  }

  #query<Q extends Pick<ListQuery, 'sort' | 'limit'>>(query: Q, rest: Pick<ListQuery, 'open'> & Partial<ListQuery>): ListQuery {
    const { mode } = this.#parts.figures;
    return { ...query, ...rest, today: istDay(this.#parts.now()), ranked: figuresAllowed(mode), records: recordsAllowed(mode) };
  }

  async #page({ rows, total, next }: CallList, locked: { rows: CallPage['locked']; count: number }): Promise<CallPage> {
    return { items: await this.#view(rows), locked: locked.rows, locked_count: locked.count, total, next, as_of: this.#parts.now().toISOString() };
  }

  async #view(rows: readonly CallRow[]) {
    return Promise.all(rows.map(async (row) => viewCall(row, await this.#parts.directory.name(row.expert_id))));
  }
}

function lockedText(sight: Sight, row: CallRow): string {
  if (!row.is_open) return 'This call has ended. It is shown here later.';
  const plan = planFor(sight.scope, row.term);
  return plan ? `This live ${TERMS_IN_WORDS[row.term]} call is in ${plan}.` : `Live ${TERMS_IN_WORDS[row.term]} calls are not part of your access.`;
}
