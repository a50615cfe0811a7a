import type { Logger } from 'pino';
import { FewWords } from '../few-words.ts';
import type { LineState } from '../price-line.ts';

/** A lost connection is told to whoever runs the server after this, ms. */
const TELL_LOST_MS = 60_000;

/** The state of the connection to the broker, and since when nothing on it was missed. */
export class FeedConnection {
  readonly #sourceName: string;
  /** A connection that ends with each message must not fill the log. */
  readonly #lost: FewWords;
  readonly #opened: FewWords;
  #state: LineState = { kind: 'connecting', reason: '' };
  #lostSince: number;
  /** The connection has been whole since, ms; null while it is not. */
  wholeSince: number | null = null;
  /** When anything, be it a heartbeat, last came in, ms. */
  lastAlive = 0;

  constructor(sourceName: string, now: number, log: Pick<Logger, 'info' | 'warn'>) {
    this.#sourceName = sourceName;
    this.#lostSince = now;
    this.#lost = new FewWords((words) => log.warn(words));
    this.#opened = new FewWords((words) => log.info(words));
  }

  get isOpen(): boolean {
    return this.#state.kind === 'open';
  }

  /** Takes in a state of the line. It is whole only once its symbols are subscribed to, which the caller says. */
  changed(state: LineState, now: number): void {
    const { kind, reason } = state;
    if (kind !== this.#state.kind || reason !== this.#state.reason) {
      const words = `${this.#sourceName}: ${kind}${reason ? `, ${reason}` : ''}`;
      if (kind === 'lost' || kind === 'refused') this.#lost.say(words);
      else if (kind === 'open') this.#opened.say(words);
    }
    if (this.isOpen && kind !== 'open') this.#lostSince = now;
    this.#state = state;
    if (kind === 'open') this.lastAlive = now;
    else this.wholeSince = null;
  }

  /** Tells of repeated states that were left out of the log. */
  look(): void {
    this.#lost.look();
    this.#opened.look();
  }

  /** A sentence for whoever runs the server; null while all is well. */
  remark(now: number): string | null {
    const { kind, reason } = this.#state;
    if (kind === 'refused') return `${reason} No prices come in until there is a new one: see docs/operating.md, “Prices of a broker”.`;
    if (kind !== 'open' && now - this.#lostSince > TELL_LOST_MS) return `The connection to ${this.#sourceName} is down: ${reason}`;
    return null;
  }
}
