/** Where prices are from. */
export interface FeedSource {
  /** Signed into events: `simulated`, `nse-files`, `kite`, `upstox`. */
  readonly id: string;
  /** The contract's word. */
  readonly kind: 'simulated' | 'replay' | 'feed';
  /** For people: "NSE end-of-day files". */
  readonly name: string;
  /** The sentence under which its owner lets prices be shown; empty where it asks for none. */
  readonly licence: string;
}

/** Abilities of a feed. Readers ask for an ability, never for a feed by its name. */
export interface FeedAbilities {
  /** Prices arrive through the session, not once a day. */
  readonly ticking: boolean;
  /** Contracts have quotes through the session. */
  readonly quotes: boolean;
  /** Orders beyond the best on each side. */
  readonly depth: boolean;
  /** Its clock plays days gone by. */
  readonly replay: boolean;
  /** It has contracts. */
  readonly options: boolean;
  /** Its prices are made up: for demos alone. */
  readonly invented: boolean;
}
