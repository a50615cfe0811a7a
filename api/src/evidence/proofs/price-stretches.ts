import { type PriceSource, priceSegment } from '@vimarsh/shared/domain/market/price-source.ts';
import { csv } from '@vimarsh/shared/domain/text/csv.ts';
import type { EvidenceFile } from '../../identity/index.ts';
import type { Market } from '../../market/index.ts';

/** Characters of prices in one file; a day of one stock has about 180,000. What is beyond it is named with its hash and its address. */
const MOST_TEXT = 96_000_000;

/** A name in its parts: the symbol may have strokes of its own. */
function partsOf(name: string): { symbol: string; day: string; seconds: number } | null {
  const [, symbol, day, seconds] = /^(.+)\/(\d{4}-\d\d-\d\d)\/([1-9]\d{0,4})$/.exec(name) ?? [];
  return symbol === undefined ? null : { symbol, day: day!, seconds: Number(seconds) };
}

/** Stretches of the feed that some calls name. The longest of a stock and day stands in the file, and those that are shorter are its beginning. */
export class PriceStretches {
  readonly #market: Pick<Market, 'segment'>;
  readonly #most: number;
  readonly #longest = new Map<string, { readonly symbol: string; readonly day: string; seconds: number }>();
  readonly #sources = new Map<string, PriceSource | { readonly kind: 'segment'; readonly name: string; readonly sha256: null }>();

  constructor(market: Pick<Market, 'segment'>, most = MOST_TEXT) {
    this.#market = market;
    this.#most = most;
  }

  /** The fields that an event names. */
  add(source: PriceSource): void {
    this.#sources.set(`${source.kind} ${source.name}`, source);
    if (source.kind === 'segment') this.#need(source.name);
  }

  /** The stretches of the feed that decide a follower's prices. No event holds them. */
  addFollowed(name: string): void {
    const key = `segment ${name}`;
    if (!this.#sources.has(key)) this.#sources.set(key, { kind: 'segment', name, sha256: null });
    this.#need(name);
  }

  async *files(): AsyncGenerator<EvidenceFile> {
    const held = new Map<string, string>();
    let left = this.#most;
    for (const { symbol, day, seconds } of this.#longest.values()) {
      const text = left > 0 ? await this.#market.segment(symbol, day, seconds) : null;
      if (text === null || text.length > left) continue;
      left -= text.length;
      const path = `prices/${encodeURIComponent(symbol)}/${day}.json`;
      held.set(`${symbol}/${day}`, path);
      yield { path, content: text };
    }
    const rows = [...this.#sources.values()].map((source) => {
      const place = source.kind === 'segment' ? partsOf(source.name) : null;
      const path = place && held.get(`${place.symbol}/${place.day}`);
      const row = 'row' in source && source.row !== undefined ? source.row : null;
      return [source.kind, source.name, source.sha256, row, path ?? null, place ? priceSegment(source.name) : null];
    });
    yield { path: 'prices/named.csv', content: csv([['kind', 'name', 'sha256', 'row', 'in this file', 'address'], ...rows]) };
  }

  #need(name: string): void {
    const place = partsOf(name);
    if (!place) return;
    const key = `${place.symbol}/${place.day}`;
    const known = this.#longest.get(key);
    if (!known) this.#longest.set(key, place);
    else known.seconds = Math.max(known.seconds, place.seconds);
  }
}
