import type { readExpertRecord, readExpertStore } from '@vimarsh/shared/contract/experts/routes.ts';
import {
  type ExpertMetrics,
  type ExpertStore,
  type JudgedCallRow,
  type JudgedExpert,
  MOST_JUDGED,
  STORE_PERIOD,
} from '@vimarsh/shared/contract/experts/types.ts';
import type { Data, Received } from '@vimarsh/shared/contract/route.ts';
import {
  chanceOfGain,
  DISCLAIMERS,
  figuresAllowed,
  METHOD_VERSION,
  metricsOf,
  netReturnOf,
  type PerfPolicy,
  periodStart,
  score,
} from '@vimarsh/shared/domain/calls/equity/performance.ts';
import { istDay, istInstant } from '@vimarsh/shared/domain/market/calendar.ts';
import { neutralOrder } from '@vimarsh/shared/domain/people/neutral-order.ts';
import { explained } from '@vimarsh/shared/domain/performance/explained.ts';
import { type JudgedCall, judgedRecord } from '@vimarsh/shared/domain/performance/judged-record.ts';
import type { Calls, RecordOfExpert } from '../calls/index.ts';
import { type ExpertRecord, GONE, type Identity, isPublicExpert, mayPublish } from '../identity/index.ts';
import { type Ctx, Fail } from '../platform/platform.ts';
import type { FollowerFill, FollowerFills } from './follower-fills.ts';
import type { RecordRequests } from './record-requests.ts';

type Reader = Pick<Ctx, 'caller' | 'partner'>;

export interface ExpertRecordsParts {
  readonly calls: Pick<Calls, 'closedRecords' | 'followersOf' | 'followedBy' | 'policy'>;
  readonly identity: Pick<Identity, 'expert' | 'experts'>;
  readonly fills: Pick<FollowerFills, 'of'>;
  readonly requests: RecordRequests;
  readonly now: () => Date;
}

/** Experts and their records for who reads them. What the site's policy or the reader's plan does not allow is absent, and in no figure. */
export class ExpertRecords {
  readonly #parts: ExpertRecordsParts;
  readonly #mode: PerfPolicy;

  constructor(parts: ExpertRecordsParts) {
    this.#parts = parts;
    this.#mode = parts.calls.policy;
  }

  /** Throws NOT_FOUND where nobody of that id ever could publish, and no call of theirs is readable. */
  async record(user_id: string, { period }: Received<typeof readExpertRecord>['query'], reader: Reader): Promise<Data<typeof readExpertRecord>> {
    const { calls, requests } = this.#parts;
    const now = this.#parts.now();
    const expert = await this.#expert(user_id, reader);
    const client = reader.caller?.user_id ?? null;
    const asks = this.#mode === 'client_request' && client !== null && client !== user_id;
    const grant = asks ? await requests.of(client, user_id, now) : null;
    const allowed = figuresAllowed(this.#mode) || grant !== null;
    if (grant && client) await requests.read(client, user_id);
    const from = periodStart(period, istDay(now));
    const metrics = allowed
      ? await this.#metrics(await calls.closedRecords({ user_id, since: from === null ? undefined : istInstant(from) }, reader), period, user_id, reader)
      : null;
    return { ...this.#said(allowed, now), expert, period, metrics, may_request: asks && grant === null, grant };
  }

  /** Throws PERF_NOT_ALLOWED outside `client_request`, NOT_FOUND as `record` does. */
  async request(user_id: string, reader: Reader) {
    if (this.#mode !== 'client_request') throw new Fail('PERF_NOT_ALLOWED');
    await this.#expert(user_id, reader);
    return this.#parts.requests.ask(reader.caller!.user_id, user_id, this.#parts.now());
  }

  /** Throws PERF_NOT_ALLOWED where a ranking is asked for and not allowed. */
  async store(query: Received<typeof readExpertStore>['query'], reader: Reader): Promise<ExpertStore> {
    const { identity, calls } = this.#parts;
    const now = this.#parts.now();
    const allowed = figuresAllowed(this.#mode);
    if (query.sort === 'score' && !allowed) throw new Fail('PERF_NOT_ALLOWED');
    if (query.followed && !reader.caller) throw new Fail('SESSION_ENDED');
    const experts = neutralOrder((await identity.experts()).filter(mayPublish), istDay(now));
    const since = istInstant(periodStart(STORE_PERIOD, istDay(now))!);
    const [records, followers, followed] = await Promise.all([
      calls.closedRecords({ since }, reader),
      calls.followersOf(experts.map(({ user_id }) => user_id)),
      reader.caller ? calls.followedBy(reader.caller.user_id) : new Set<string>(),
    ]);
    const byExpert = Map.groupBy(records, ({ expert_id }) => expert_id);
    const cards = experts.map((expert) => {
      const own = byExpert.get(expert.user_id) ?? [];
      return {
        score: allowed
          ? score(
              own.map(({ record }) => record),
              now.getTime(),
            )
          : null,
        n: own.length,
        card: {
          ...shownExpert(expert, followers.get(expert.user_id) ?? 0, followed.has(expert.user_id)),
          record: allowed ? this.#short(own, now) : null,
          terms: byFrequency(own, ({ record }) => record.term),
          sectors: byFrequency(own, ({ call }) => call.sector),
        },
      };
    });
    const word = (query.q ?? '').trim().toLocaleLowerCase('en-IN');
    const matching = cards.filter(
      ({ card }) =>
        (word === '' || [card.full_name, card.reg_no, card.city, card.style].some((text) => text.toLocaleLowerCase('en-IN').includes(word))) &&
        (query.profession === undefined || card.profession === query.profession) &&
        (query.sector === undefined || card.sectors.includes(query.sector)) &&
        (query.term === undefined || card.terms.includes(query.term)) &&
        (!query.followed || card.following),
    );
    if (query.sort === 'name') matching.sort((a, b) => a.card.full_name.localeCompare(b.card.full_name, 'en-IN'));
    // Who is not rated stands behind, in neutral order.
    if (query.sort === 'score') matching.sort((a, b) => (b.score ?? -1) - (a.score ?? -1) || (a.score === null ? 0 : b.n - a.n));
    return {
      ...this.#said(allowed, now),
      experts: matching.map(({ card }) => card),
      total: cards.length,
      sectors: [...new Set(cards.flatMap(({ card }) => card.sectors))].sort(),
    };
  }

  #said(allowed: boolean, now: Date) {
    return { allowed, mode: this.#mode, disclaimer: DISCLAIMERS[this.#mode], method_version: METHOD_VERSION, as_of: now.toISOString() };
  }

  /** The first figures of a card. Follower returns stand on the expert's own page. */
  #short(own: readonly RecordOfExpert[], now: Date): ExpertStore['experts'][number]['record'] {
    const judged = judgedRecord(
      own.map((one) => judgedCallOf(one, null)),
      STORE_PERIOD,
      now,
    );
    const { n, hits, too_few, luck, average, worst } = judged;
    const { stars } = metricsOf(
      [],
      score(
        own.map(({ record }) => record),
        now.getTime(),
      ),
    );
    return { n, hits, too_few, luck, average, worst, stars };
  }

  async #metrics(
    records: readonly RecordOfExpert[],
    period: Received<typeof readExpertRecord>['query']['period'],
    user_id: string,
    reader: Reader,
  ): Promise<ExpertMetrics> {
    const now = this.#parts.now();
    const filled: { one: RecordOfExpert; fill: FollowerFill | null }[] = [];
    for (const one of records) filled.push({ one, fill: await this.#parts.fills.of(one) });
    const record = judgedRecord(
      filled.map(({ one, fill }) => judgedCallOf(one, fill)),
      period,
      now,
    );
    const year = period === '1Y' ? records : await this.#parts.calls.closedRecords({ user_id, since: istInstant(periodStart('1Y', istDay(now))!) }, reader);
    const scored = score(
      year.map((one) => one.record),
      now.getTime(),
    );
    const whole = metricsOf(
      records.map((one) => one.record),
      scored,
    );
    const measured = records.filter((one) => one.record.alpha !== null && netReturnOf(one.record) !== null).length;
    const calls = filled
      .sort((a, b) => b.one.call.ended_at - a.one.call.ended_at)
      .slice(0, MOST_JUDGED)
      .map(({ one, fill }) => shownCall(one, fill));
    return { record, figures: explained(record, whole, measured), calls };
  }

  async #expert(user_id: string, reader: Reader): Promise<JudgedExpert> {
    const { identity, calls } = this.#parts;
    const expert = await identity.expert(user_id);
    const own = reader.caller?.user_id === user_id;
    const [followers, followed] = await Promise.all([
      calls.followersOf([user_id]),
      reader.caller ? calls.followedBy(reader.caller.user_id) : new Set<string>(),
    ]);
    if (expert && (isPublicExpert(expert) || own)) return shownExpert(expert, followers.get(user_id) ?? 0, followed.has(user_id));
    // Calls outlive the account: the author becomes pseudonymous, the record stays.
    if (expert || (await calls.closedRecords({ user_id }, reader)).length === 0) throw new Fail('NOT_FOUND');
    return {
      user_id,
      full_name: GONE,
      profession: 'Market Expert',
      picture: '',
      city: '',
      style: '',
      reg_no: '',
      valid_to: '',
      verified: false,
      status: 'closed',
      followers: 0,
      following: false,
    };
  }
}

const shownExpert = (expert: ExpertRecord, followers: number, following: boolean): JudgedExpert => {
  const { user_id, full_name, profession, picture, city, style, reg_no, valid_to, verified, status } = expert;
  return { user_id, full_name, profession, picture, city, style, reg_no, valid_to, verified, status, followers, following };
};

const judgedCallOf = ({ call, record }: RecordOfExpert, fill: FollowerFill | null): JudgedCall => ({
  ...record,
  sector: call.sector,
  cap: call.cap,
  ended_at: call.ended_at,
  follower_return: fill?.made ?? null,
});

const shownCall = ({ call, record }: RecordOfExpert, fill: FollowerFill | null): JudgedCallRow => {
  const { id, stock, sector, cap } = call;
  const net = netReturnOf(record);
  return {
    id,
    stock,
    sector,
    cap,
    call_type: record.call_type,
    term: record.term,
    status: record.status,
    published_at: new Date(call.published_at).toISOString(),
    entry_at: record.entry && new Date(record.entry.ts).toISOString(),
    entry: record.entry?.price ?? null,
    target: record.target,
    initial_stop: record.initial_stop,
    ended_at: new Date(call.ended_at).toISOString(),
    exit: record.exit?.price ?? null,
    realised_return: record.realised_return,
    net_return: net === null ? null : Math.round(net * 10_000) / 10_000 + 0,
    r_multiple: record.r_multiple,
    alpha: record.alpha,
    chance: net === null ? null : Math.round(chanceOfGain(record) * 10_000) / 10_000,
    follower_entry: fill?.entry ?? null,
    follower_exit: fill?.exit ?? null,
    follower_return: fill?.made ?? null,
  };
};

const byFrequency = <V extends string>(own: readonly RecordOfExpert[], of: (one: RecordOfExpert) => V): V[] =>
  [...Map.groupBy(own, of)].sort(([a, one], [b, other]) => other.length - one.length || (a < b ? -1 : 1)).map(([value]) => value);
