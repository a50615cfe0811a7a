import { nextOpen, phaseAt } from '@vimarsh/shared/domain/market/calendar.ts';

export type AdvanceListener = (from: Date, to: Date) => Promise<void>;

/** The most market time one call may cover while the market is open; missed time is caught up in slices of an hour. */
const LONGEST_STEP = 3_600_000;

interface Position {
  readonly listener: AdvanceListener;
  /** The listener has been told everything up to here. */
  at: Date;
  /** The furthest point ever reached; a replay goes back behind it. */
  furthest: Date;
}

/**
 * Tells listeners that market time moved on: one step per beat, one listener after the other, the next beat only when all
 * are done. A listener that fails gets the same `from` again on the next beat, so no time is skipped.
 */
export class Advance {
  readonly #positions: Position[] = [];
  readonly #now: () => Date;
  readonly #onError: (error: unknown) => void;
  #running: Promise<void> | null = null;

  constructor(now: () => Date, onError: (error: unknown) => void) {
    this.#now = now;
    this.#onError = onError;
  }

  add(listener: AdvanceListener): void {
    const at = this.#now();
    this.#positions.push({ listener, at, furthest: at });
  }

  /** One beat. A beat that falls into a running one does nothing. */
  beat(): Promise<void> {
    this.#running ??= this.#step().finally(() => {
      this.#running = null;
    });
    return this.#running;
  }

  /** Call when market time was set. Going back repeats the past from there; going forward leaves a stretch to catch up. */
  async jumped(): Promise<void> {
    await this.#running;
    const now = this.#now();
    for (const position of this.#positions) position.at = new Date(Math.min(position.furthest.getTime(), now.getTime()));
  }

  async #step(): Promise<void> {
    const now = this.#now();
    for (const position of this.#positions) {
      if (position.at >= now) continue;
      const to = stepFrom(position.at, now);
      try {
        await position.listener(position.at, to);
        position.at = to;
        if (to > position.furthest) position.furthest = to;
      } catch (error) {
        this.#onError(error);
      }
    }
  }
}

/** A closed market is passed in one step. */
function stepFrom(from: Date, now: Date): Date {
  const bound = phaseAt(from) === 'closed' ? nextOpen(from).getTime() : from.getTime() + LONGEST_STEP;
  return new Date(Math.min(now.getTime(), bound));
}
