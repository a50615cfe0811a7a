/** A level below a rail: a word and its price. */
export interface RailLabel {
  readonly word: string;
  readonly value: string;
}

/** Widths of three labels, px, in the order of their marks. */
export interface LabelPlan {
  readonly words: readonly [number, number, number];
  readonly values: readonly [number, number, number];
  /** From this width of the rail on, the words stand before the prices. */
  readonly wordsFrom: number;
  /** From this width on, the middle price stands between the others; on a narrower rail its tick says where it is. */
  readonly middleFrom: number;
}

/** Generous widths in text of 12 px, px: a bold figure, what stands between figures, a letter, and the space behind a word. Figures are as wide as each other. */
const FIGURE_PX = 8;
const POINT_PX = 4;
const LETTER_PX = 7;
const SPACE_PX = 4;
/** Between two labels. */
export const LABEL_GAP = 8;

const each = (labels: readonly RailLabel[], of: (label: RailLabel) => number) => labels.map(of) as unknown as readonly [number, number, number];
const sum = (widths: readonly number[]): number => widths.reduce((total, width) => total + width, 0);

/** How wide labels are, and from which widths of a rail they stand beside each other: words go before prices do. */
export function planLabels(labels: readonly [RailLabel, RailLabel, RailLabel]): LabelPlan {
  const words = each(labels, ({ word }) => word.length * LETTER_PX + SPACE_PX);
  const values = each(labels, ({ value }) => [...value].reduce((width, sign) => width + (/[.,]/.test(sign) ? POINT_PX : FIGURE_PX), 0));
  return { words, values, wordsFrom: sum(words) + sum(values) + 2 * LABEL_GAP, middleFrom: sum(values) + 2 * LABEL_GAP };
}
