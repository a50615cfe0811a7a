import { setImmediate as turn, setTimeout as wait } from 'node:timers/promises';
import type { Audit } from '@vimarsh/shared/contract/calls/audit.ts';
import type { Ledger } from '../ledger.ts';
import { RecordDiffers } from './record-differs.ts';

/** The first check waits until a start is over. */
const FIRST_AFTER_MS = 60_000;
const EVERY_MS = 24 * 3_600_000;
/** After one that could not be finished, or found something: neither a database that was away for a minute nor one put right must cost a day. */
const AGAIN_AFTER_MS = 10 * 60_000;
/** Small readings with rests between them: what the driver makes of a page's rows holds up whoever asks something meanwhile. */
const PAGE = 25;
const REST_MS = 2;

export interface AuditorOptions {
  /** Told by each check of a record that is not as it was signed. */
  readonly onDifference: (what: string) => void;
  /** A check that could not be finished, which says nothing about the record. */
  readonly onError: (error: unknown) => void;
}

/**
 * Checks the whole record again while the server runs, soon after its start and once a day: all signatures, and the rows that screens
 * show. At the first difference no node adds anything to the record any more, until a whole check finds none.
 */
export class Auditor {
  readonly #ledger: Ledger;
  readonly #options: AuditorOptions;
  #timer: NodeJS.Timeout | undefined;
  #ended = false;
  #running: Promise<unknown> = Promise.resolve();
  #last: Audit | null = null;

  constructor(ledger: Ledger, options: AuditorOptions) {
    this.#ledger = ledger;
    this.#options = options;
  }

  /** The latest finished check; null before the first. */
  last(): Audit | null {
    return this.#last;
  }

  start(): void {
    this.#next(FIRST_AFTER_MS);
  }

  async stop(): Promise<void> {
    this.#ended = true;
    clearTimeout(this.#timer);
    await this.#running;
  }

  /** Checks now. Returns the result; null where nothing stands under a root yet, so that nothing could be vouched for. A record that differs is stopped. */
  async audit(): Promise<Audit | null> {
    const at = new Date().toISOString();
    try {
      // A turn for others after each signature: an answer asks the database several times, and waits for what is under way each time.
      const events = await this.#ledger.audit({ page: PAGE, pause: () => this.#rest(), turn });
      if (events > 0) this.#last = { at, events, holds: true };
      await this.#ledger.found(null);
    } catch (error) {
      if (!(error instanceof RecordDiffers)) throw error;
      await this.#ledger.found(error.what);
      this.#last = { at, events: 0, holds: false };
      this.#options.onDifference(error.what);
    }
    return this.#last;
  }

  #next(ms: number): void {
    if (this.#ended) return;
    this.#timer = setTimeout(() => {
      this.#running = this.audit().then(
        // A record that has just begun, as a demo's whose history is on its way, is looked at again.
        () => this.#next(this.#last ? (this.#last.holds ? EVERY_MS : AGAIN_AFTER_MS) : FIRST_AFTER_MS),
        (error) => {
          if (!this.#ended) this.#options.onError(error);
          this.#next(AGAIN_AFTER_MS);
        },
      );
    }, ms);
    this.#timer.unref();
  }

  async #rest(): Promise<void> {
    if (this.#ended) throw new Error('The server ends');
    await wait(REST_MS);
  }
}
