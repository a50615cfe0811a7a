import { LineFault, type LineListener, type LineState, type Minute, type PriceLine, type Tick } from './price-line.ts';

/** A line of prices that does what a test says, at once. */
export class StagedLine implements PriceLine {
  readonly id = 'kite';
  readonly #listener: LineListener;
  readonly #names: ReadonlySet<string>;
  readonly asked: string[] = [];
  /** Minutes of history by symbol. */
  readonly past = new Map<string, readonly Minute[]>();
  /** Answers in place of `past`. */
  history: ((symbol: string, from: Date, to: Date) => Minute[]) | null = null;
  /** History answers with this. */
  fault: LineFault | null = null;
  #state: LineState = { kind: 'connecting', reason: '' };

  constructor(listener: LineListener, symbols: readonly string[]) {
    this.#listener = listener;
    this.#names = new Set(symbols);
  }

  start(): void {
    this.say('open');
  }

  async stop(): Promise<void> {
    this.say('stopped');
  }

  state(): LineState {
    return this.#state;
  }

  symbols(): ReadonlySet<string> {
    return this.#names;
  }

  async minutes(symbol: string, from: Date, to: Date): Promise<Minute[]> {
    this.asked.push(`${symbol} ${from.toISOString().slice(11, 16)}-${to.toISOString().slice(11, 16)}`);
    if (this.fault) throw this.fault;
    if (this.history) return this.history(symbol, from, to);
    return (this.past.get(symbol) ?? []).filter(({ start }) => start >= from.getTime() && start < to.getTime());
  }

  say(kind: LineState['kind'], reason = ''): void {
    this.#state = { kind, reason };
    this.#listener.state(this.#state);
  }

  send(ticks: readonly Tick[]): void {
    if (ticks.length > 0) this.#listener.ticks(ticks);
    this.#listener.alive(0);
  }
}

export const refusal = new LineFault('Kite refuses the key or the access token.', true);
