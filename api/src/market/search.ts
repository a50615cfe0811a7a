import { isNear } from '@vimarsh/shared/domain/text/near.ts';
import { type FindStock, stockFinder } from '@vimarsh/shared/domain/watchlists/find-stock.ts';
import { bareCode, companyKey, plainCell, symbolKey } from '@vimarsh/shared/domain/watchlists/written-names.ts';
import { ISSUERS } from './instruments/names.ts';
import type { Listing } from './market.ts';

/** What a question is compared with, written once for each list. */
interface Entry {
  readonly listing: Listing;
  /** Its symbol and its other symbols. */
  readonly symbols: readonly string[];
  readonly keys: readonly string[];
  /** The company's name, and those it had before. */
  readonly names: readonly string[];
  readonly nameKeys: readonly string[];
}
interface Index {
  readonly entries: readonly Entry[];
  readonly find: FindStock;
  /** Listings by each word of their names, and by their symbols. */
  readonly words: ReadonlyMap<string, readonly Listing[]>;
}

/** Names that companies had before, by symbol. */
type FormerNames = ReadonlyMap<string, readonly string[]>;

/** A list lives for a day, and its index with it. */
const indices = new WeakMap<readonly Listing[], Index>();
function indexOf(listings: readonly Listing[], otherNames: ReadonlyMap<string, string>, formerNames: FormerNames): Index {
  const known = indices.get(listings);
  if (known) return known;
  const namesOf = Map.groupBy(otherNames.keys(), (name) => otherNames.get(name)!);
  const entries = listings.map((listing): Entry => {
    const symbols = [listing.symbol, ...(namesOf.get(listing.symbol) ?? [])];
    const names = [listing.name, ...(formerNames.get(listing.symbol) ?? [])].map(plainCell);
    return { listing, symbols, keys: symbols.map(symbolKey), names, nameKeys: names.map(companyKey) };
  });
  const pairs = entries.flatMap(({ listing, names }) => [listing.symbol, ...names.flatMap((name) => name.split(' '))].map((word) => ({ word, listing })));
  const words = new Map([...Map.groupBy(pairs, ({ word }) => word)].map(([word, list]) => [word, list.map(({ listing }) => listing)]));
  const index = { entries, find: stockFinder({ stocks: listings, issuers: ISSUERS, former: Object.fromEntries(otherNames) }), words };
  indices.set(listings, index);
  return index;
}

/** `HDFC BANK LI`, `LARSEN AN`: the beginning of LIMITED, LTD or AND, while it is typed. */
const WORD_BEGUN = / (?:L(?:I(?:M(?:I(?:TE?)?)?)?|T)?|AN?)$/;
/** A text of which a tool or a person may have written the signs of a symbol otherwise: `BAJAJ_AUTO`, `L&`. */
const SYMBOL_LIKE = /^[A-Z0-9&._ -]+$/;

/**
 * Best match first: what the whole text names as files of brokers may, symbols that begin so, names with a word that begins so, then
 * anything that contains it; where nothing does, what has a letter or two otherwise. All of them for no text.
 */
export function searchListings(
  listings: readonly Listing[],
  text: string,
  otherNames: ReadonlyMap<string, string>,
  formerNames: FormerNames = new Map(),
): readonly Listing[] {
  const cell = plainCell(text);
  if (cell === '') return text.trim() === '' ? listings : [];
  const index = indexOf(listings, otherNames, formerNames);
  const found = ranked(index, cell);
  if (found.length > 0) return found;
  const begun = cell.replace(WORD_BEGUN, '');
  const shorter = begun === cell ? [] : ranked(index, begun);
  return shorter.length > 0 ? shorter : near(index, cell);
}

function ranked({ entries, find }: Index, cell: string): Listing[] {
  const named = find(cell);
  const bare = bareCode(cell);
  const key = SYMBOL_LIKE.test(bare) ? symbolKey(bare) : '';
  const nameKey = companyKey(cell);
  const word = ` ${cell}`;
  const places: Listing[][] = [[], [], [], []];
  for (const { listing, symbols, keys, names, nameKeys } of entries) {
    if (listing.symbol === named || symbols.includes(cell)) places[0]!.push(listing);
    else if (symbols.some((symbol) => symbol.startsWith(cell)) || (key && keys.some((one) => one.startsWith(key)))) places[1]!.push(listing);
    else if (names.some((name) => name.startsWith(cell) || name.includes(word)) || (nameKey && nameKeys.some((own) => own.startsWith(nameKey))))
      places[2]!.push(listing);
    else if (listing.symbol.includes(cell) || names.some((name) => name.includes(cell))) places[3]!.push(listing);
  }
  return places.flat();
}

function near({ entries, words }: Index, cell: string): Listing[] {
  const found = new Set([...words].flatMap(([word, listings]) => (isNear(cell, word) ? listings : [])));
  return entries.flatMap(({ listing }) => (found.has(listing) ? [listing] : []));
}
