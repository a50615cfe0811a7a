import { listTable } from './begins.ts';
import { readTokens, type Token } from './tokens.ts';

/** A phrase that was found: its row, and the tokens from the first to one behind the last. */
export interface Match<Row> {
  readonly row: Row;
  readonly from: number;
  readonly to: number;
}

/** Signs that people put between the words of one phrase: “sure-shot”, “le.lo”. */
const BETWEEN = new Set(['-', '_', '.', '*', '~', "'", '"', '(', ')', '[', ']', '|', '/', '+', ':', '{', '}']);
const MOST_BETWEEN = 2;

interface Entry<Row> {
  readonly keys: readonly string[];
  readonly row: Row;
}

/** Words of a table, by the first of each phrase: a text is matched with one look for each of its words. */
export class Phrases<Row> {
  readonly #byFirst = new Map<string, Entry<Row>[]>();

  readonly #isListed: boolean;

  /** A table that is made again and again, as that of all shares, is not listed among those that stand for good. */
  constructor(rows: Iterable<readonly [phrase: string, row: Row]>, isListed = true) {
    this.#isListed = isListed;
    for (const [phrase, row] of rows) {
      const keys = phraseKeys(phrase);
      const [first] = keys;
      if (first === undefined) continue;
      const entries = this.#byFirst.get(first) ?? [];
      entries.push({ keys, row });
      this.#byFirst.set(first, entries);
    }
    if (isListed) for (const key of this.#byFirst.keys()) listTable(key, this);
    for (const entries of this.#byFirst.values()) entries.sort((one, other) => other.keys.length - one.keys.length);
  }

  /** The longest phrase that begins at a token, or null. */
  at(tokens: readonly Token[], from: number): Match<Row> | null {
    if (this.#isListed && !tokens[from]?.begins?.has(this)) return null;
    for (const { keys, row } of this.#byFirst.get(tokens[from]?.key ?? '') ?? []) {
      const to = endOf(keys, tokens, from);
      if (to !== null) return { row, from, to };
    }
    return null;
  }

  /** All phrases of a text. One that stands within another is not counted. */
  in(tokens: readonly Token[]): Match<Row>[] {
    const found: Match<Row>[] = [];
    for (let at = 0; at < tokens.length; ) {
      if (this.#isListed && tokens[at]!.begins === null) {
        at += 1;
        continue;
      }
      const match = this.at(tokens, at);
      if (match) found.push(match);
      at = match ? match.to : at + 1;
    }
    return found;
  }
}

export const phraseKeys = (phrase: string): string[] =>
  readTokens(phrase)
    .tokens.filter(({ kind, key }) => kind === 'word' || kind === 'number' || !BETWEEN.has(key))
    .map(({ key }) => key);

function endOf(keys: readonly string[], tokens: readonly Token[], from: number): number | null {
  let at = from;
  for (const key of keys) {
    for (
      let skipped = 0;
      at > from && skipped < MOST_BETWEEN && tokens[at]?.kind === 'sign' && BETWEEN.has(tokens[at]!.key) && tokens[at]!.key !== key;
      skipped += 1
    )
      at += 1;
    if (tokens[at]?.key !== key) return null;
    at += 1;
  }
  return at;
}

/** Phrases of a plain list, each its own row. */
export const phraseList = (phrases: readonly string[]): Phrases<string> => new Phrases(phrases.map((phrase) => [phrase, phrase] as const));

/** Single words of a table, by what they are compared with. */
export const keySet = (words: Iterable<string>): ReadonlySet<string> => new Set([...words].map((word) => phraseKeys(word)[0] ?? word));
