import { LABEL_GAP, type LabelPlan } from './rail-labels.ts';

export interface PlacedLabel {
  readonly left: number;
  readonly right: number;
}

/** Where labels stand on a rail of a width, px; `at` is the place of the middle mark, 0–1. Null: the middle one is left out. The style sheet of `level-rail.tsx` places them by the same rule, which a story in a browser measures. */
export function placeLabels(
  { widths: [left, middle, right], middleFrom }: LabelPlan,
  at: number,
  width: number,
): readonly [PlacedLabel, PlacedLabel | null, PlacedLabel] {
  const from = left + LABEL_GAP;
  const to = width - right - LABEL_GAP - middle;
  const start = Math.min(Math.max(from, at * width - middle / 2), to);
  return [{ left: 0, right: left }, width < middleFrom ? null : { left: start, right: start + middle }, { left: width - right, right: width }];
}
