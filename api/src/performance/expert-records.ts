import type { Period } from '@vimarsh/shared/contract/calls/types.ts';
import type { readExpertRecord, readExpertStore } from '@vimarsh/shared/contract/experts/routes.ts';
import { type ExpertMetrics, type ExpertStore, expertRecord, type JudgedExpert, MOST_JUDGED } from '@vimarsh/shared/contract/experts/types.ts';
import type { Received } from '@vimarsh/shared/contract/route.ts';
import { METHOD_VERSION, MetricsSum, netReturnOf } from '@vimarsh/shared/domain/calls/equity/performance.ts';
import { DISCLAIMERS, figuresAllowed, type PerfPolicy, periodStart } from '@vimarsh/shared/domain/calls/past-policy.ts';
import { byScore } from '@vimarsh/shared/domain/calls/rating.ts';
import { istDay, istInstant } from '@vimarsh/shared/domain/market/calendar.ts';
import { neutralOrder } from '@vimarsh/shared/domain/people/neutral-order.ts';
import { explained } from '@vimarsh/shared/domain/performance/explained.ts';
import { JudgedSum } from '@vimarsh/shared/domain/performance/judged-record.ts';
import type { Calls, Computed, FollowerFill, RecordOfExpert } from '../calls/index.ts';
import { type ExpertRecord, GONE, type Identity, isPublicExpert, mayPublish } from '../identity/index.ts';
import { answerWithPart, type JsonBytes, writtenPart } from '../platform/http/json-part.ts';
import { Fail } from '../platform/platform.ts';
import { givingWay } from '../platform/processor/give-way.ts';
import type { ExpertYear, ExpertYears } from './expert-years.ts';
import { judgedCallOf, shownCall } from './judged-call.ts';
import type { PerformanceReader } from './reader.ts';
import type { RecordRequests } from './record-requests.ts';

const NO_METRICS = Buffer.from('null');

export interface ExpertRecordsParts {
  readonly calls: Pick<Calls, 'closedRecords' | 'readableRecord' | 'hasRecord' | 'openCallsOf' | 'answers' | 'followersOf' | 'followedBy' | 'policy'>;
  readonly years: ExpertYears;
  readonly identity: Pick<Identity, 'expert' | 'experts'>;
  readonly fills: Calls['fills'];
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
  async record(user_id: string, { period, widen }: Received<typeof readExpertRecord>['query'], reader: PerformanceReader): Promise<JsonBytes> {
    const { requests, years, calls } = this.#parts;
    const now = this.#parts.now();
    const expert = await this.#expert(user_id, reader);
    const client = reader.caller?.user_id ?? null;
    const asks = this.#mode === 'client_request' && client !== null && client !== user_id;
    const grant = asks ? await requests.of(client, user_id, now) : null;
    const allowed = figuresAllowed(this.#mode) || grant !== null;
    if (grant && client) await requests.read(client, user_id);
    const open = await calls.openCallsOf(user_id, reader);
    const [year] = allowed ? await years.of([user_id], reader) : [];
    const shown = year && widen ? year.widened[period] : period;
    const metrics = year ? await this.#metrics(shown, user_id, reader, year) : NO_METRICS;
    const data = { ...this.#said(allowed, now), expert, period: shown, open, may_request: asks && grant === null, grant };
    return answerWithPart(expertRecord, data, 'metrics', metrics);
  }

  /** Throws PERF_NOT_ALLOWED outside `client_request`, NOT_FOUND as `record` does. */
  async request(user_id: string, reader: PerformanceReader) {
    if (this.#mode !== 'client_request') throw new Fail('PERF_NOT_ALLOWED');
    await this.#expert(user_id, reader);
    return this.#parts.requests.ask(reader.caller!.user_id, user_id, this.#parts.now());
  }

  /** Throws PERF_NOT_ALLOWED where a ranking is asked for and not allowed. */
  async store(query: Received<typeof readExpertStore>['query'], reader: PerformanceReader): Promise<ExpertStore> {
    const { identity, calls, years } = this.#parts;
    const now = this.#parts.now();
    const allowed = figuresAllowed(this.#mode);
    if (query.sort === 'score' && !allowed) throw new Fail('PERF_NOT_ALLOWED');
    if (query.followed && !reader.caller) throw new Fail('SESSION_ENDED');
    const experts = neutralOrder((await identity.experts()).filter(mayPublish), istDay(now));
    const user_ids = experts.map(({ user_id }) => user_id);
    const [ofExperts, followers, followed] = await Promise.all([
      years.of(user_ids, reader),
      calls.followersOf(user_ids),
      reader.caller ? calls.followedBy(reader.caller.user_id) : new Set<string>(),
    ]);
    const cards = experts.map((expert, at) => {
      const { score, n, record, terms, sectors } = ofExperts[at]!;
      const shown = shownExpert(expert, followers.get(expert.user_id) ?? 0, followed.has(expert.user_id));
      return { score: allowed ? score : null, n, card: { ...shown, record, terms, sectors } };
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
    if (query.sort === 'score') matching.sort(byScore);
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

  /** Computed once for all who may read the same calls of this expert. */
  #metrics(period: Period, user_id: string, reader: PerformanceReader, year: ExpertYear): Promise<Buffer> {
    const { calls } = this.#parts;
    const today = istDay(this.#parts.now());
    const readable = calls.readableRecord(reader, user_id);
    return calls.answers.of({
      key: `record ${today} ${user_id} ${period} ${readable.key} ${year.score} ${year.verdict}`,
      concerns: (change) => readable.has(change),
      // What followers made of each call is asked of its prices.
      long: true,
      compute: async () => {
        const from = periodStart(period, today);
        const records = calls.closedRecords({ user_id, since: from === null ? undefined : istInstant(from) }, reader);
        return this.#judged(records, period, year);
      },
    });
  }

  async #judged(pages: AsyncIterable<readonly RecordOfExpert[]>, period: Period, year: ExpertYear): Promise<Computed<Buffer>> {
    const judging = new JudgedSum(period, this.#parts.now());
    const counting = new MetricsSum();
    const newest = new NewestCalls();
    const giveWay = givingWay();
    let measured = 0;
    let until = Number.POSITIVE_INFINITY;
    for await (const page of pages)
      for (const one of page) {
        const known = await this.#parts.fills.of(one);
        judging.add(judgedCallOf(one, known.fill));
        counting.add(one.record);
        newest.add(one, known.fill);
        if (one.record.alpha !== null && netReturnOf(one.record) !== null) measured += 1;
        until = Math.min(until, known.until ?? until);
        await giveWay();
      }
    const record = judging.result();
    const calls = newest.result().map(({ one, fill }) => shownCall(one, fill));
    const metrics: ExpertMetrics = { record, figures: explained(record, counting.result(year.score), measured, year.verdict), calls };
    return { value: writtenPart(expertRecord.shape.metrics, metrics), until, rows: 10 + calls.length };
  }

  async #expert(user_id: string, reader: PerformanceReader): Promise<JudgedExpert> {
    const { identity, calls } = this.#parts;
    const expert = await identity.expert(user_id);
    const own = reader.caller?.user_id === user_id;
    const [followers, followed] = await Promise.all([
      calls.followersOf([user_id]),
      reader.caller ? calls.followedBy(reader.caller.user_id) : new Set<string>(),
    ]);
    if (expert && (isPublicExpert(expert) || own)) return shownExpert(expert, followers.get(user_id) ?? 0, followed.has(user_id));
    // Calls outlive the account: the author becomes pseudonymous, the record stays.
    if (expert || !(await calls.hasRecord(user_id, reader))) throw new Fail('NOT_FOUND');
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

/** The calls that ended last of those that are added in the order of their ends. */
class NewestCalls {
  #calls: { readonly one: RecordOfExpert; readonly fill: FollowerFill | null }[] = [];

  add(one: RecordOfExpert, fill: FollowerFill | null): void {
    this.#calls.push({ one, fill });
    if (this.#calls.length >= 2 * MOST_JUDGED) this.#calls = this.result();
  }

  /** The last first. */
  result() {
    return this.#calls.toSorted((a, b) => b.one.call.ended_at - a.one.call.ended_at).slice(0, MOST_JUDGED);
  }
}

const shownExpert = (expert: ExpertRecord, followers: number, following: boolean): JudgedExpert => {
  const { user_id, full_name, profession, picture, city, style, reg_no, valid_to, verified, status, review_since } = expert;
  const shown = { user_id, full_name, profession, picture, city, style, reg_no, valid_to, verified, status, followers, following };
  return review_since === undefined ? shown : { ...shown, review_since };
};
