import type { Figure } from '@vimarsh/shared/contract/figure.ts';
import { type Sampled, tooFew } from '@vimarsh/shared/domain/insights/sample.ts';
import { formatNumber } from '@vimarsh/shared/domain/text/formats.ts';

type Given = Pick<Figure, 'key' | 'label' | 'unit' | 'how'> & Partial<Pick<Figure, 'word' | 'note' | 'inputs'>>;

/** A figure from a value that may be missing; a missing one needs its `note`. */
export function figureOf(value: number | null, given: Given): Figure {
  return { word: '', inputs: [], ...given, note: value === null ? (given.note ?? '') : '', value: value === null ? null : clean(value) };
}

/** A figure from a sample that may be too small. */
export const sampledFigure = (sample: Sampled, given: Given): Figure => figureOf(sample.value, { ...given, note: tooFew(sample) });

/** Six significant decimals: more is noise of binary arithmetic. */
const clean = (value: number): number => Math.round(value * 1e6) / 1e6;

export const formatTwo = (value: number): string => formatNumber(value, 2);
