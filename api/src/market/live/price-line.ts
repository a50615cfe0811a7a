/** An instrument as a line looks it up in the broker’s list. */
export interface LineInstrument {
  /** The symbol here: ticks and minutes are under it, whatever the exchange calls the share. */
  readonly symbol: string;
  /** The exchange’s symbol of today; `symbol` of an index. */
  readonly tradedAs: string;
  /** '' of an index, and where no list names one. */
  readonly isin: string;
}

/**
 * A broker's market feed as the live feed sees it, whatever the broker: prices as they come, the state of the connection, and minutes of the
 * past for stretches in which it was down. Prices ₹; instants in ms since 1970.
 */
export interface PriceLine {
  readonly id: 'kite' | 'upstox';
  /** Connects, and stays connected until `stop`. */
  start(): void;
  stop(): Promise<void>;
  state(): LineState;
  /** Symbols that the broker’s list has; known once the line has been open. */
  symbols(): ReadonlySet<string>;
  /** How many messages of today did not have the documented form; absent from lines that do not count. */
  unreadable?(): number;
  /** Minutes that begin in `[from, to)`, a stretch of one IST day, in order; minutes without a trade are left out. Throws LineFault. */
  minutes(symbol: string, from: Date, to: Date): Promise<Minute[]>;
}

/** `refused`: the broker takes neither key nor token, and only its operator can help. */
export interface LineState {
  readonly kind: 'connecting' | 'open' | 'lost' | 'refused' | 'stopped';
  /** In words, for whoever runs the server: never a key or a token. */
  readonly reason: string;
}

/** Callbacks of a line. They must not throw. */
export interface LineListener {
  ticks(ticks: readonly Tick[]): void;
  /** Something came in, if only a heartbeat: everything that was sent before it has arrived. */
  alive(at: number): void;
  state(state: LineState): void;
  /** The broker's own word on trading in a part of the market; absent from lines that have none. */
  halted?(symbols: readonly string[], since: number | null): void;
}

export interface Level {
  readonly price: number;
  readonly quantity: number;
}

/** Orders, best first. */
export interface Depth {
  readonly bids: readonly Level[];
  readonly asks: readonly Level[];
}

/** The day so far. */
export interface DayRange {
  readonly open: number;
  readonly high: number;
  readonly low: number;
}

/** One message about a symbol. What the broker does not tell is null. */
export interface Tick {
  readonly symbol: string;
  /** The last trade's, or an index's value. */
  readonly price: number;
  /** Shares traded since the open; null for indices. */
  readonly volume: number | null;
  readonly day: DayRange | null;
  readonly previousClose: number | null;
  /** Best first; null where it was not asked for. */
  readonly depth: Depth | null;
  /** When it was sent, by the exchange’s or broker’s clock. */
  readonly at: number | null;
  /** When `price` was traded, by the exchange; absent where the broker does not tell. */
  readonly tradedAt?: number | null;
  /** The message contradicts itself: its price is none, and nobody knows which is. */
  readonly garbled?: boolean;
  readonly arrived: number;
}

/** A minute of the broker's history. */
export interface Minute {
  readonly start: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: number;
}

/** A message that does not have the broker’s documented form. */
export class BadMessage extends Error {}

/** A failure at the broker. Its message is a sentence for the log and /readyz, and holds no key, token or address with either. */
export class LineFault extends Error {
  /** The broker takes neither key nor token: asking again is of no use. */
  readonly refused: boolean;

  constructor(message: string, refused = false) {
    super(message);
    this.refused = refused;
  }
}
