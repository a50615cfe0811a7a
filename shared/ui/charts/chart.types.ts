export type LevelTone = 'gain' | 'loss' | 'neutral' | 'accent';

/** A horizontal line with its name and price in the gutter at its right. */
export interface ChartLevel {
  key: string;
  /** "Target", "Entry", "Stop-loss". */
  label: string;
  /** In the unit of the y axis, ₹ for prices. */
  value: number;
  tone?: LevelTone;
}

/** An event on the time axis, such as a call published. */
export interface ChartMarker {
  /** UTC instant, drawn at the last point that is not later. */
  t: string;
  label: string;
  /** Written above the plot: "Published". Markers without one are only in the readable row. */
  short?: string | undefined;
  tone?: LevelTone;
}

/** One column of the readable row and of the table twin. */
export interface ChartColumn {
  label: string;
  values: readonly (number | null)[];
}
