import { readPerformance } from '@vimarsh/shared/contract/calls/routes.ts';
import type { Calls, LiveCall } from '../calls/index.ts';
import type { Identity } from '../identity/index.ts';
import type { Market } from '../market/index.ts';
import type { Platform } from '../platform/platform.ts';
import { Figures } from './figures.ts';

/** An open call as sentiment weighs it. `score` is the expert's, 0–100, null while not rated. It never leaves the server. */
export interface OpenCall extends LiveCall {
  score: number | null;
}

/** What figures offer other features. */
export interface Performance {
  /** Calls on one stock that are open and not frozen, or were so at an instant, oldest first, each with its expert's current score. */
  openCallsOf(symbol: string, at?: Date): Promise<OpenCall[]>;
}

export interface PerformanceDependencies {
  readonly market: Pick<Market, 'now'>;
  readonly calls: Calls;
  readonly identity: Pick<Identity, 'activityFrom'>;
}

/** Figures and ranks from the record, with one method per kind of call. They are derived from calls and never influence one. */
export function createPerformance(platform: Platform, { market, calls, identity }: PerformanceDependencies): Performance {
  const figures = new Figures(calls, () => market.now(), calls.policy);
  platform.on(readPerformance, ({ query }, ctx) => figures.performance(query, ctx));
  identity.activityFrom(async (user_id) => ({ ...(await calls.publishedBy(user_id)), rank: await figures.rank(user_id) }));
  return {
    async openCallsOf(symbol, at) {
      const live = await calls.liveCallsOf(symbol, at);
      const scores = await figures.scores();
      return live.map((call) => ({ ...call, score: scores.get(call.expert_id) ?? null }));
    },
  };
}
