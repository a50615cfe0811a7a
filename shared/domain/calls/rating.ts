import type { Verdict } from './equity/chance.ts';
import { THIN_SAMPLE } from './record-rules.ts';
import { stars } from './stars.ts';

/**
 * The score of a record and what is shown of it: stars and order. What the record shows against luck bounds it, so that no score says what
 * the verdict denies: whoever is better than luck stands above whoever is not, whatever else they did.
 */
const BOUNDS: Readonly<Record<Verdict, { readonly from: number; readonly below: number }>> = {
  better: { from: 60, below: 100 },
  // More gains, but not more earned: it can't be told from luck either.
  often: { from: 20, below: 60 },
  luck: { from: 20, below: 60 },
  worse: { from: 0, below: 20 },
};

/** The most that a score of fewer than `THIN_SAMPLE` calls can be. */
const THIN_MOST = 69;

/** Scores have two decimals; a bound is not reached by rounding. */
const STEP = 0.01;

/** The score 0–100 of `n` calls whose quality, 0–100, is placed within what their verdict leaves. */
export function scoreOf(quality: number, verdict: Verdict, n: number): number {
  const { from, below } = BOUNDS[verdict];
  const placed = Math.round(100 * (from + ((below - from) * Math.min(100, Math.max(0, quality))) / 100)) / 100;
  const most = below === 100 ? 100 : below - STEP;
  return Math.min(placed, most, n < THIN_SAMPLE ? THIN_MOST : 100);
}

/** Weight of a record that is not rated: the middle of the scores that can't be told from luck. */
export const UNRATED_SCORE = 40;

/** A score and its stars; null for an expert who is not rated. */
export const ratedAs = (score: number | null): { score: number | null; stars: number | null } => ({ score, stars: score === null ? null : stars(score) });

/** A record in an order by score. */
export interface Rated {
  readonly score: number | null;
  readonly n: number;
}

/** The higher score first, of equal ones that of more calls; who is not rated stands behind, in the order they came in. */
export const byScore = (a: Rated, b: Rated): number => (b.score ?? -1) - (a.score ?? -1) || (a.score === null ? 0 : b.n - a.n);

/** Dense rank of a score among others, 1 first. */
export const rankOf = (score: number, all: Iterable<number>): number => 1 + new Set([...all].filter((other) => other > score)).size;
