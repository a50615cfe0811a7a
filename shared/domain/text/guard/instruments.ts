import { Phrases, phraseKeys } from './phrases.ts';
import { NAME_ENDS, NICKNAMES, ORDINARY, OTHER_MARKETS } from './tables/nicknames.ts';

/** A listed share or an index, as the caller knows it. */
export interface ListedInstrument {
  readonly symbol: string;
  readonly name?: string;
}

/** A way to name an instrument. An ordinary word counts only in capitals or beside a side or a number. */
export interface InstrumentName {
  readonly symbol: string | null;
  readonly ordinary: boolean;
}

const MOST_WORDS_OF_NAME = 4;
const LEAST_FIRST_WORD = 5;

/** Names of instruments, and single words of them. */
export interface InstrumentNames {
  readonly phrases: Phrases<InstrumentName>;
  readonly words: readonly string[];
}

const known = new WeakMap<readonly ListedInstrument[], InstrumentNames>();

const wordsOf = (name: string): string[] => {
  const words = name
    .toLowerCase()
    .replace(/[().,]/g, ' ')
    .split(/\s+/)
    .filter(Boolean);
  while (words.length > 1 && NAME_ENDS.has(words.at(-1)!)) words.pop();
  return words.slice(0, MOST_WORDS_OF_NAME);
};

/** Names of instruments, compiled once for each list. A symbol is known before a nickname, and a nickname before a name. */
export function instrumentNames(instruments: readonly ListedInstrument[]): InstrumentNames {
  const compiled = known.get(instruments);
  if (compiled) return compiled;
  const firsts = new Map<string, number>();
  for (const { name } of instruments) {
    const [first] = wordsOf(name ?? '');
    if (first) firsts.set(first, (firsts.get(first) ?? 0) + 1);
  }
  const names = new Map<string, InstrumentName>();
  const add = (phrase: string, symbol: string | null): void => {
    if (phrase.length > 1 && !names.has(phrase)) names.set(phrase, { symbol, ordinary: ORDINARY.has(phrase) });
  };
  for (const { symbol } of instruments) add(symbol.toLowerCase(), symbol);
  for (const { symbol } of instruments) for (const nickname of NICKNAMES[symbol] ?? []) add(nickname, symbol);
  for (const { symbol, name } of instruments) {
    const words = wordsOf(name ?? '');
    add(words.join(' '), symbol);
    const [first] = words;
    if (words.length > 2) add(words.slice(0, 2).join(' '), symbol);
    if (first && first.length >= LEAST_FIRST_WORD && firsts.get(first) === 1 && !ORDINARY.has(first)) add(first, symbol);
  }
  // A share that is not listed here under the symbol that people know, as after a demerger, is named all the same.
  if (instruments.length > 0)
    for (const [symbol, nicknames] of Object.entries(NICKNAMES)) for (const name of [symbol.toLowerCase(), ...nicknames]) add(name, null);
  for (const name of OTHER_MARKETS) add(name, null);
  const words = [...names.keys()].flatMap((phrase) => {
    const keys = phraseKeys(phrase);
    return keys.length === 1 ? keys : [];
  });
  const created = { phrases: new Phrases(names, false), words };
  known.set(instruments, created);
  return created;
}
