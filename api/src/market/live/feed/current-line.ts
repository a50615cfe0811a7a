import type { LineInstrument, LineListener, Minute, PriceLine } from '../price-line.ts';
import type { InstrumentsOfDays } from './instruments-of-days.ts';

/** Creates a line for instruments. Where their lists change, another takes its place before the next session. */
export type CreateLine = (listener: LineListener, trading: () => boolean, instruments: readonly LineInstrument[]) => PriceLine;

/** The line to the broker for today's instruments, and which of them the broker has prices of. */
export class CurrentLine {
  readonly #create: CreateLine;
  readonly #listener: LineListener;
  readonly #isTrading: () => boolean;
  readonly #instruments: InstrumentsOfDays;
  #line: PriceLine;
  #isStarted = false;

  constructor(create: CreateLine, listener: LineListener, isTrading: () => boolean, instruments: InstrumentsOfDays) {
    this.#create = create;
    this.#listener = listener;
    this.#isTrading = isTrading;
    this.#instruments = instruments;
    this.#line = this.#createLine();
  }

  start(): void {
    this.#isStarted = true;
    this.#line.start();
  }

  stop(): Promise<void> {
    return this.#line.stop();
  }

  /** Puts a line for today's instruments in the place of the stopped one. */
  replace(): void {
    this.#line = this.#createLine();
    if (this.#isStarted) this.#line.start();
  }

  minutes(symbol: string, from: Date, to: Date): Promise<readonly Minute[]> {
    return this.#line.minutes(symbol, from, to);
  }

  /** Today's messages that could not be read. */
  get unreadable(): number {
    return this.#line.unreadable?.() ?? 0;
  }

  /** Symbols that the line has prices of. Until its list is loaded, all are expected. */
  subscribed(): readonly string[] {
    const names = this.#line.symbols();
    const all = [...this.#instruments.today.keys()];
    return names.size === 0 ? all : all.filter((symbol) => names.has(symbol));
  }

  has(symbol: string): boolean {
    const names = this.#line.symbols();
    return this.#instruments.today.has(symbol) && (names.size === 0 || names.has(symbol));
  }

  /** Today's symbols that the broker has no prices of. */
  missing(): string[] {
    const names = this.#line.symbols();
    return names.size === 0 ? [] : [...this.#instruments.today.keys()].filter((symbol) => !names.has(symbol));
  }

  #createLine(): PriceLine {
    const isCurrent = (): boolean => this.#line === line;
    const listener: LineListener = {
      ...this.#listener,
      // A line that was replaced still says that it stopped.
      state: (state) => isCurrent() && this.#listener.state(state),
    };
    const line: PriceLine = this.#create(listener, this.#isTrading, [...this.#instruments.today.values()]);
    return line;
  }
}
