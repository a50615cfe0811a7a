/** Slices of the same facts that are kept: as many as people look at within a while. */
const MOST_SLICES = 100;

/** Rows with what they are by the dimensions of their kind, and the slices that were counted of them. */
export class SlicedRows<Row> {
  readonly rows: readonly Row[];
  /** When they were read, market time. */
  readonly at: Date;
  readonly #slices = new Map<string, unknown>();

  constructor(rows: readonly Row[], at: Date) {
    this.rows = rows;
    this.at = at;
  }

  /** Counted once for each question. `question` names it whole. */
  slice<Slice>(question: string, count: (rows: readonly Row[]) => Slice): Slice {
    const counted = this.#slices.get(question);
    if (counted !== undefined) return counted as Slice;
    const slice = count(this.rows);
    if (this.#slices.size >= MOST_SLICES) this.#slices.clear();
    this.#slices.set(question, slice);
    return slice;
  }
}
