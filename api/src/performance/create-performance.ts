import { readPerformance } from '@vimarsh/shared/contract/calls/routes.ts';
import type { Metrics } from '@vimarsh/shared/contract/calls/types.ts';
import { readAuthorLines } from '@vimarsh/shared/contract/experts/author-lines.ts';
import { readExpertRecord, readExpertStore, requestRecord } from '@vimarsh/shared/contract/experts/routes.ts';
import type { Calls, FollowedCall, FollowerFill, LiveCall } from '../calls/index.ts';
import type { Identity } from '../identity/index.ts';
import type { Market } from '../market/index.ts';
import type { Platform } from '../platform/platform.ts';
import { AuthorLines } from './author-lines.ts';
import { ExpertRecords } from './expert-records.ts';
import { ExpertYears } from './expert-years.ts';
import { Figures } from './figures.ts';
import type { PerformanceReader } from './reader.ts';
import { RecordRequests } from './record-requests.ts';

/** An open call as sentiment weighs it. `score` is the expert's, 0–100, null while not rated. It never leaves the server. */
export interface OpenCall extends LiveCall {
  score: number | null;
}

/** What figures offer other features. */
export interface Performance {
  /** Calls on one stock that are open and not frozen, or were so at an instant, oldest first, each with its expert's current score. */
  openCallsOf(symbol: string, at?: Date): Promise<OpenCall[]>;
  /** The same on every stock that has one, by its symbol, in one read for all. */
  openCallsByStock(at: Date): Promise<ReadonlyMap<string, readonly OpenCall[]>>;
  /** Figures of all ended calls on shares of an expert that a reader may read, as they are told to them; null where none are told. */
  figuresOf(user_id: string, reader: PerformanceReader): Promise<Metrics | null>;
  /** A follower's prices of an ended call on shares; null where they are not known, or not yet. */
  followerOf(ended: FollowedCall): Promise<FollowerFill | null>;
}

export interface PerformanceDependencies {
  readonly market: Pick<Market, 'now'>;
  readonly calls: Calls;
  readonly identity: Pick<Identity, 'addActivity' | 'expert' | 'experts' | 'keeps'>;
}

/** The first of a day counts a year of the record, or all of it. */
const COUNTS = { max: 120, perSeconds: 60 };
/** A record is told to a client who asks for it. Who asks for every expert’s makes a ranking of answers that were meant for one. */
const REQUESTS = { max: 3, perSeconds: 86_400 };

/** Figures and ranks from calls on shares; those of option calls stand with them, in `calls/options/reading.ts`. They are derived from calls and never influence one. */
export function createPerformance(platform: Platform, { market, calls, identity }: PerformanceDependencies): Performance {
  const now = (): Date => market.now();
  const years = new ExpertYears(calls, now);
  const figures = new Figures(calls, years, now);
  const requests = new RecordRequests(platform);
  const { fills } = calls;
  const records = new ExpertRecords({ calls, years, identity, requests, fills, now });
  platform.on(readPerformance, ({ query }, ctx) => figures.performance(query, ctx), { limit: COUNTS });
  const lines = new AuthorLines({ calls, now });
  platform.on(readAuthorLines, ({ query }, ctx) => lines.lines(query, ctx), { limit: COUNTS });
  platform.onReady(() => {
    const reading = async () => lines.readAhead((await identity.experts()).map(({ user_id }) => user_id));
    void reading().catch((error) => platform.log.warn({ err: error }, 'the lines of authors could not be read ahead'));
  });
  platform.on(readExpertStore, ({ query }, ctx) => records.store(query, ctx), { limit: COUNTS });
  platform.on(readExpertRecord, ({ params, query }, ctx) => records.record(params.user_id, query, ctx), { limit: COUNTS });
  platform.on(requestRecord, ({ params }, ctx) => records.request(params.user_id, ctx), { limit: REQUESTS });
  identity.keeps({ name: 'record_requests', of: (user_id) => requests.keptOf(user_id), erase: (tx, user_id) => requests.erase(tx, user_id) });
  identity.addActivity(async (user_id) => ({ ...(await calls.publishedBy(user_id)), rank: await figures.rank(user_id) }));
  const scoresOf = (live: readonly LiveCall[]) => figures.scores(live.map(({ expert_id }) => expert_id));
  return {
    figuresOf: async (user_id, reader) => (await figures.performance({ user_id, period: 'ALL' }, reader)).metrics,
    followerOf: async (ended) => (await fills.of(ended)).fill,
    async openCallsOf(symbol, at) {
      const live = await calls.liveCallsOf(symbol, at);
      const scores = await scoresOf(live);
      return live.map((call) => scored(call, scores));
    },
    async openCallsByStock(at) {
      const byStock = await calls.liveCallsByStock(at);
      const scores = await scoresOf([...byStock.values()].flat());
      return new Map([...byStock].map(([stock, live]) => [stock, live.map((call) => scored(call, scores))]));
    },
  };
}

const scored = (call: LiveCall, scores: ReadonlyMap<string, number>): OpenCall => ({ ...call, score: scores.get(call.expert_id) ?? null });
