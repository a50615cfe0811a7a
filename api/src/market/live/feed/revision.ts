/** The earliest instant from which prices have changed for those who judge by them, until it is told. */
export class Revision {
  #from: number | null = null;

  /** Prices from an instant on, ms, are others than before. */
  note(from: number): void {
    this.#from = Math.min(this.#from ?? from, from);
  }

  /** Takes the instant, to be told once; null where nothing changed. */
  take(): number | null {
    const from = this.#from;
    this.#from = null;
    return from;
  }
}
