/**
 * Stars of a score 0–100: half a star for each 10 points begun, from 0.5 to 5 (S9-CALC-01…05). A band includes its lower
 * bound and excludes its upper one; only 100 still gives 5 (S9-CALC-A01). Scores off the scale are clamped, NaN gives 0.5
 * (S9-CALC-O01).
 */
export function stars(score: number): number {
  if (!(score > 0)) return 0.5;
  return Math.min(10, Math.floor(score / 10) + 1) / 2;
}
