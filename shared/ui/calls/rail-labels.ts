/** A level below a rail: its word, and its price below the word. */
export interface RailLabel {
  readonly word: string;
  readonly value: string;
}

/** Widths of three labels, px, in the order of their marks. */
export interface LabelPlan {
  readonly widths: readonly [number, number, number];
  /** From this width on, the middle label stands between the others; on a narrower rail its tick says where it is. */
  readonly middleFrom: number;
}

/** Generous widths in text of 12 px, px: a bold figure, what stands between figures, and a letter. Figures are as wide as each other. */
const FIGURE_PX = 8.3;
const POINT_PX = 4;
const LETTER_PX = 7;
/** Between two labels. */
export const LABEL_GAP = 8;

const widthOf = ({ word, value }: RailLabel): number =>
  Math.max(
    word.length * LETTER_PX,
    [...value].reduce((width, sign) => width + (/[.,]/.test(sign) ? POINT_PX : FIGURE_PX), 0),
  );

/** How wide labels are, and from which width of a rail they stand beside each other. Every price has its word: a stop-loss that passed the entry changes places with it. */
export function planLabels(labels: readonly [RailLabel, RailLabel, RailLabel]): LabelPlan {
  const widths = [widthOf(labels[0]), widthOf(labels[1]), widthOf(labels[2])] as const;
  return { widths, middleFrom: widths[0] + widths[1] + widths[2] + 2 * LABEL_GAP };
}
