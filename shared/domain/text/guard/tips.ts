import type { Manner } from './denials.ts';
import { isBeside, type Span } from './finding.ts';
import type { InstrumentName } from './instruments.ts';
import { keySet, Phrases, phraseKeys, phraseList } from './phrases.ts';
import { DIGIT_WORDS, PAIR_WORDS } from './tables/contact-words.ts';
import {
  BEFORE_SHORT_SIDE,
  ENDINGS_OF_CALLS,
  ENTRIES,
  INTENT_BEFORE,
  LARGE_NUMBERS,
  LESSONS,
  LOOKS_GOOD,
  NO_LEVEL_BEFORE,
  NO_SIDE_BEFORE,
  NO_SIDE_BEHIND,
  NOW,
  OF_PAGES,
  OPTION_KINDS,
  PLAIN_SIDES,
  PUBLISHED,
  RECOMMENDS,
  RESULTS,
  SHORT_SIDES,
  SIDE_ROWS,
  type SideRow,
  SOURCES,
  STOPS,
  TARGETS,
  TIP_TIMES,
  UNITS,
} from './tables/tip-words.ts';
import type { ReadText, Token } from './tokens.ts';

/** What a tip says, by the names that a draft call gives it; null where it says nothing. */
export interface Tip {
  readonly symbol: string | null;
  readonly call_type: 'Buy' | 'Sell' | 'Hold';
  readonly entry_low: number | null;
  readonly entry_high: number | null;
  readonly target: number | null;
  readonly stop_loss: number | null;
}

type Role = 'entry' | 'target' | 'stop' | 'strike' | 'bare';

interface Level {
  readonly at: number;
  readonly role: Role;
  readonly value: number | null;
}

interface Side {
  readonly row: SideRow;
  readonly from: number;
  readonly to: number;
  readonly manner: 'order' | 'intent' | 'doing' | 'past';
}

interface Named {
  /** Null for gold and others that are no shares of ours. */
  readonly symbol: string | null;
  readonly from: number;
  readonly to: number;
}

const SIDE = new Phrases(SIDE_ROWS.flatMap((row) => row.words.map((word) => [word, row] as const)));
const SHORT = new Set([...SHORT_SIDES].map((phrase) => phraseKeys(phrase).join(' ')));
const BEFORE_SHORT = keySet(BEFORE_SHORT_SIDE);
const BEHIND = phraseList(NO_SIDE_BEHIND);
const BEFORE = phraseList(NO_SIDE_BEFORE);
const INTENT = keySet(INTENT_BEFORE);
const UNIT = keySet(UNITS);
const NO_LEVEL = keySet(NO_LEVEL_BEFORE);
const LEVELS = new Phrases<'target' | 'stop' | 'entry'>([
  ...TARGETS.map((phrase) => [phrase, 'target'] as const),
  ...STOPS.map((phrase) => [phrase, 'stop'] as const),
  ...ENTRIES.map((phrase) => [phrase, 'entry'] as const),
]);
const OPTION = new Map([...OPTION_KINDS].map(([word, kind]) => [phraseKeys(word).join(' '), kind]));
const SOURCE = phraseList(SOURCES);
const LESSON = phraseList(LESSONS);
const RESULT = phraseList(RESULTS);
const ENDED = phraseList(ENDINGS_OF_CALLS);
const NOWADAYS = phraseList(NOW);
const PLAIN = new Set([...PLAIN_SIDES].map((phrase) => phraseKeys(phrase).join(' ')));
const TIME = phraseList(TIP_TIMES);
const PAGE = phraseList(OF_PAGES);
const RECOMMENDATION = phraseList(RECOMMENDS);
const GOOD = phraseList(LOOKS_GOOD);
const PUBLISHED_CALL = phraseList(PUBLISHED);
const LARGE = new Map([...LARGE_NUMBERS].map(([word, value]) => [phraseKeys(word)[0]!, value]));
const NUMBER_WORDS = keySet([...DIGIT_WORDS.keys(), ...PAIR_WORDS.keys()]);
/** Signs and words between a level’s word and its number: “target: Rs. 4200”. */
const FILLERS = new Set([
  ':',
  '=',
  '-',
  '.',
  '@',
  '>',
  '<',
  '~',
  '₹',
  '$',
  '/',
  '(',
  ')',
  'rs',
  'inr',
  'is',
  'of',
  'at',
  'the',
  'ka',
  'ki',
  'ke',
  'hai',
  'का',
  'की',
  'के',
  'है',
  'रु',
  '*',
  '#',
  '"',
  'to',
  '&',
  '+',
  ',',
  'first',
  'for',
  'k',
  'as',
  'price',
  'then',
  'and',
  'a',
  'an',
  'se',
  'set',
  'rakho',
  'rakhna',
  'lagao',
  'lagana',
  'rakhe',
  'kep',
  'with',
  'strict',
  '|',
  'रखें',
  'लगाएं',
  'रखो',
  '_',
]);
const BETWEEN_NUMBERS = new Set(['-', '/', ',', '&', '+', 'to', 'and', 'se', 'then', 'or', '.', 'phir', 'aur', 'से', 'और', '~', '₹', 'rs', '|', '_', '>']);
const MOST_FILLERS = 5;
const BEHIND_FILLERS = new Set(['ka', 'ki', 'ke', 'का', 'की', 'के', '-', 'as', 'is']);

const NEAR_SYMBOL = 22;
const NEAR_LEVEL = 36;
const NEAR_SENTENCES = 5;
const NEAR_BARE = 3;
const NEAR_OWNER = 6;

/** Phrases of a text by the sentences in which they stand. */
const sentencesWith = (phrases: Phrases<string>, tokens: readonly Token[]): ReadonlySet<number> =>
  new Set(phrases.in(tokens).map(({ from }) => tokens[from]!.sentence));

function readSymbols(read: ReadText, tokens: readonly Token[], names: Phrases<InstrumentName>): Named[] {
  return names.in(tokens).flatMap(({ row, from, to }) => {
    if (!row.ordinary) return [{ symbol: row.symbol, from, to }];
    const { places } = read.folded;
    const written = read.source.slice(places[tokens[from]!.from], places[tokens[to - 1]!.to]);
    const [before, after] = [tokens[from - 1], tokens[to]];
    const isBeside = before?.key === '#' || before?.key === '$' || ['share', 'shares', 'stock', 'cmp', 'fut', 'futures'].includes(after?.key ?? '');
    const isSideBeside = SIDE.at(tokens, from - 1)?.to === from || (after?.kind === 'number' && !UNIT.has(tokens[to + 1]?.key ?? ''));
    return isBeside || isSideBeside || written === written.toUpperCase() ? [{ symbol: row.symbol, from, to }] : [];
  });
}

/** Numbers that may be prices, each with the role that the words around it give it. */
function readLevels(tokens: readonly Token[], symbols: readonly Named[]): Level[] {
  const words = new Map<number, 'target' | 'stop' | 'entry'>();
  for (const { row, from, to } of LEVELS.in(tokens)) for (let at = from; at < to; at += 1) words.set(at, row);
  const taken = new Set<number>(symbols.flatMap(({ from, to }) => Array.from({ length: to - from }, (_, step) => from + step)));
  const roles = new Map<number, Role>();
  const levels: Level[] = [];
  tokens.forEach((token, at) => {
    if (token.kind === 'sign') return;
    const isLarge = token.kind === 'word' && LARGE.has(token.key) && (tokens[at - 1]?.kind === 'number' || NUMBER_WORDS.has(tokens[at - 1]?.key ?? ''));
    if ((token.kind !== 'number' && !isLarge) || taken.has(at) || (words.has(at) && !isLarge)) return;
    const role = roleOf(tokens, at, words, roles);
    if (role === null) return;
    roles.set(at, role);
    const before = tokens[at - 1];
    const value = isLarge
      ? before?.kind === 'number'
        ? Number(before.key) * LARGE.get(token.key)!
        : null
      : tokens[at + 1]?.key === '%'
        ? null
        : numberAt(tokens, at);
    levels.push({ at, role, value });
  });
  return levels;
}

/** `3900` of “3 9 0 0”: single digits in a row are one number. */
function numberAt(tokens: readonly Token[], at: number): number | null {
  const isDigit = (token: Token | undefined): boolean => token?.kind === 'number' && token.key.length === 1;
  if (!isDigit(tokens[at]) || !isDigit(tokens[at + 1])) return Number(tokens[at]!.key);
  let digits = '';
  for (let next = at; isDigit(tokens[next]) && digits.length < 6; next += 1) digits += tokens[next]!.key;
  return Number(digits);
}

function roleOf(tokens: readonly Token[], at: number, words: ReadonlyMap<number, 'target' | 'stop' | 'entry'>, roles: ReadonlyMap<number, Role>): Role | null {
  const token = tokens[at]!;
  const next = tokens[at + 1];
  if (OPTION.has(next?.key ?? '') && isOptionKind(tokens, at)) return 'strike';
  const isTime =
    (next?.key === ':' && next.glued && tokens[at + 2]?.glued && tokens[at + 2]!.kind === 'number') ||
    (tokens[at - 1]?.key === ':' && tokens[at - 1]!.glued && token.glued && tokens[at - 2]?.kind === 'number');
  if (isTime) return null;
  let entry: Role | null = null;
  let other: Role | null = null;
  for (let before = at - 1, steps = 0; before >= 0 && steps < MOST_FILLERS; before -= 1, steps += 1) {
    const word = words.get(before);
    if (word === 'target' || word === 'stop') {
      other = word;
      break;
    }
    const { key, kind } = tokens[before]!;
    if (kind === 'number') {
      let isList = true;
      for (let between = before + 1; between < at; between += 1) isList &&= BETWEEN_NUMBERS.has(tokens[between]!.key);
      const inherited = roles.get(before);
      if (isList && inherited !== undefined && inherited !== 'strike' && entry === null) other = inherited;
      else if (isList && inherited !== undefined && inherited !== 'strike') other = inherited === 'bare' ? entry : inherited;
      break;
    }
    if (word === 'entry') entry = 'entry';
    else if (!FILLERS.has(key) || kind === 'line') break;
  }
  // “4200 ka target, 3850 sl”: the word stands behind its number, and no other number follows it.
  let behind = at + 1;
  while (behind < at + 3 && BEHIND_FILLERS.has(tokens[behind]?.key ?? '')) behind += 1;
  const word = words.get(behind);
  if (word !== undefined && (word !== 'entry' || other === null)) {
    let past = behind;
    while (words.has(past) || FILLERS.has(tokens[past]?.key ?? '')) past += 1;
    const isOfNext = tokens[behind]!.key === 'for' || (word !== 'entry' && tokens[past]?.kind === 'number' && past - behind < 4);
    if (!isOfNext && (word !== 'entry' || isPostposition(tokens[behind]!.key))) return word;
  }
  if (other === 'target' || other === 'stop')
    return UNIT.has(next?.key ?? '') && next?.key !== 'k' && !['x'].includes(next?.key ?? '') && isCount(next!.key) ? null : other;
  if (next?.key === '%' || UNIT.has(next?.key ?? '')) return LARGE.has(next?.key ?? '') ? (other ?? entry ?? 'bare') : null;
  if (isNoLevel(tokens, at)) return null;
  return other ?? entry ?? 'bare';
}

const COUNTS = new Set([
  'day',
  'days',
  'din',
  'month',
  'months',
  'year',
  'years',
  'week',
  'weks',
  'mahine',
  'saal',
  'lot',
  'lots',
  'share',
  'shares',
  'दिन',
  'साल',
  'महीने',
]);
const isCount = (key: string): boolean => COUNTS.has(key);
const POSTPOSITIONS = new Set([
  'pe',
  'par',
  'per',
  'pr',
  'me',
  'mein',
  'ke',
  'tak',
  'se',
  'upar',
  'uper',
  'niche',
  'neche',
  'पर',
  'पे',
  'के',
  'से',
  'में',
  'तक',
  'ऊपर',
  'नीचे',
  'level',
  'zone',
  'रुपये',
  'only',
]);
const isPostposition = (key: string): boolean => POSTPOSITIONS.has(key);

/** “950 pe” is “at 950”; “950 PE” is a put where the number is one of a strike and no word of a price follows. */
function isOptionKind(tokens: readonly Token[], at: number): boolean {
  const { key } = tokens[at + 1]!;
  if (key !== 'pe') return true;
  const value = Number(tokens[at]!.key);
  const after = tokens[at + 2]?.key ?? '';
  return (
    value % 5 === 0 &&
    !['le', 'lo', 'kharido', 'buy', 'entry', 'bech', 'becho', 'hai', 'tha', 'liya', 'lena', 'kharid', 'utha', 'add', 'target', 'tgt', 'sl'].includes(after)
  );
}

const LAST_DAY = 31;
/** A month in short or whole: “nov”, “november”. */
const MONTH = /^(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)$/;

/** “my average is 450”, “RSI at 65”, “since 2019”, “28 Nov”. */
function isNoLevel(tokens: readonly Token[], at: number): boolean {
  for (let before = at - 1, steps = 0; before >= 0 && steps < 3; before -= 1, steps += 1) {
    const { key } = tokens[before]!;
    if (NO_LEVEL.has(key)) return true;
    if (!FILLERS.has(key)) break;
  }
  const value = Number(tokens[at]!.key);
  const isYear = Number.isInteger(value) && value >= 1990 && value <= 2035;
  if (isYear && ['in', 'since', 'of', 'by', 'till', 'until', 'from', 'year', 'diwali', 'fy', 'me', 'mein'].includes(tokens[at - 1]?.key ?? '')) return true;
  return value <= LAST_DAY && Number.isInteger(value) && MONTH.test(tokens[at + 1]?.key ?? '');
}

function readSides(tokens: readonly Token[], symbols: readonly Named[]): Side[] {
  const ends = new Set(symbols.map(({ to }) => to));
  const starts = new Map(symbols.map((symbol) => [symbol.from, symbol]));
  const sides: Side[] = [];
  for (let at = 0; at < tokens.length; ) {
    const symbol = starts.get(at);
    const match = symbol ? null : SIDE.at(tokens, at);
    if (!match) {
      at = symbol ? symbol.to : at + 1;
      continue;
    }
    const { row, from, to } = match;
    at = to;
    const before = tokens[from - 1];
    const words = tokens
      .slice(from, to)
      .map(({ key }) => key)
      .join(' ');
    if (SHORT.has(words) && before?.kind !== 'number' && !ends.has(from) && !BEFORE_SHORT.has(before?.key ?? '')) continue;
    if (row.named && !starts.has(to) && !starts.has(to + 1)) continue;
    const next = tokens[to]?.key === '-' ? to + 1 : to;
    const isSame = tokens[from]!.sentence === before?.sentence;
    if (BEHIND.at(tokens, next) && tokens[next]!.sentence === tokens[from]!.sentence) continue;
    if (isSame && row.manner !== 'past' && isBehindOne(tokens, from)) continue;
    const manner = row.manner === 'order' && isSame && INTENT.has(before!.key) ? 'intent' : row.manner;
    sides.push({ row, from, to, manner });
  }
  return sides;
}

/** A phrase that makes a side none ends right before it. */
function isBehindOne(tokens: readonly Token[], from: number): boolean {
  for (const length of [1, 2]) if (BEFORE.at(tokens, from - length)?.to === from) return true;
  return false;
}

const lowerBound = <Item>(items: readonly Item[], at: number, placeOf: (item: Item) => number): number => {
  let [low, high] = [0, items.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (placeOf(items[middle]!) >= at) high = middle;
    else low = middle + 1;
  }
  return low;
};

interface Reading {
  readonly tokens: readonly Token[];
  readonly symbols: readonly Named[];
  readonly levels: readonly Level[];
}

/** The nearest instrument to a place, one of the same sentence first. */
function nearestSymbol({ tokens, symbols }: Reading, at: number): Named | null {
  const next = lowerBound(symbols, at, ({ from }) => from);
  const { sentence } = tokens[at]!;
  const near = [symbols[next - 1], symbols[next]].filter(
    (each) => each !== undefined && Math.abs(each.from - at) <= NEAR_SYMBOL && Math.abs(tokens[each.from]!.sentence - sentence) <= NEAR_SENTENCES,
  ) as Named[];
  const same = near.filter((each) => tokens[each.from]!.sentence === sentence);
  const [best = null] = (same.length > 0 ? same : near).toSorted((one, other) => Math.abs(one.from - at) - Math.abs(other.from - at));
  return best;
}

function levelsNear({ tokens, levels }: Reading, at: number): Level[] {
  const found: Level[] = [];
  const { sentence } = tokens[at]!;
  for (let index = lowerBound(levels, at - NEAR_LEVEL, (level) => level.at); index < levels.length && levels[index]!.at <= at + NEAR_LEVEL; index += 1) {
    if (Math.abs(tokens[levels[index]!.at]!.sentence - sentence) <= NEAR_SENTENCES) found.push(levels[index]!);
  }
  return found;
}

/** A tip past the record: an instrument, a side and a level that tell others what to do. Null where a text only speaks of one. */
export function findTip(read: ReadText, tokens: readonly Token[], manner: Manner, names: Phrases<InstrumentName>): (Span & { readonly tip: Tip }) | null {
  const symbols = readSymbols(read, tokens, names);
  const levels = readLevels(tokens, symbols);
  const reading = { tokens, symbols, levels };
  const sides = readSides(tokens, symbols);
  const [lessons, sources, results, ended, nows, published] = [LESSON, SOURCE, RESULT, ENDED, NOWADAYS, PUBLISHED_CALL].map((phrases) =>
    sentencesWith(phrases, tokens),
  );
  const has = (set: ReadonlySet<number> | undefined, at: number): boolean => set!.has(tokens[at]!.sentence);
  const isOnlySpoken = (at: number, isComplete: boolean, isOrder: boolean): boolean => {
    if (has(lessons, at) || has(published, at) || manner.asks(at)) return true;
    if (has(sources, at) && !isComplete) return true;
    if (manner.isMarked(at) && !(isOrder && isComplete)) return true;
    if (has(ended, at) && !has(nows, at)) return true;
    return has(results, at) && !has(nows, at) && !(isOrder && isComplete);
  };
  const spoken = new Map<number, boolean>();
  /** A sentence only speaks of a side or a level. */
  const speaksOf = (at: number, isComplete: boolean, isOrder: boolean): boolean => {
    const place = 4 * tokens[at]!.sentence + (isComplete ? 2 : 0) + (isOrder ? 1 : 0);
    const known = spoken.get(place);
    if (known !== undefined) return known;
    const speaks = isOnlySpoken(at, isComplete, isOrder);
    spoken.set(place, speaks);
    return speaks;
  };
  for (const side of sides) {
    const near = levelsNear(reading, side.from);
    const all = (role: Role): Level[] => near.filter((level) => level.role === role);
    const isOrder = side.manner === 'order';
    const isComplete = all('target').length > 0 && all('stop').length > 0;
    if (speaksOf(side.from, isComplete, isOrder)) continue;
    const sound = near.filter((level) => !speaksOf(level.at, isComplete, isOrder));
    const of = (role: Role): Level[] => sound.filter((level) => level.role === role);
    const [targets, stops, strikes] = [of('target'), of('stop'), of('strike')];
    const symbol = nearestSymbol(reading, side.from);
    const isNear = (level: Level): boolean =>
      Math.abs(level.at - side.to) <= NEAR_BARE ||
      Math.abs(level.at - side.from) <= NEAR_BARE ||
      (symbol !== null && (Math.abs(level.at - symbol.to) <= 1 || level.at === symbol.from - 1));
    const entries = [
      ...of('entry').filter((level) => Math.abs(tokens[level.at]!.sentence - tokens[side.from]!.sentence) <= 2),
      ...of('bare').filter(isNear),
    ].toSorted((one, other) => one.at - other.at);
    const isPriced = targets.length > 0 || stops.length > 0;
    const isTip =
      symbol === null
        ? isOrder && side.row.side !== 'Hold' && (strikes.length > 0 ? entries.length > 0 || isPriced : targets.length > 0 && stops.length > 0)
        : side.manner === 'past'
          ? targets.length > 0 && stops.length > 0
          : isOrder && side.row.side !== 'Hold'
            ? isPriced || entries.length > 0 || strikes.length > 0
            : isPriced;
    if (isTip) return tipOf(reading, side.row.side, symbol, side, entries, targets, stops);
  }
  const isSpoken = (at: number): boolean => speaksOf(at, true, true) || speaksOf(at, true, false);
  return sidelessTip(reading, isSpoken) ?? plainTip(reading, sides, manner, isSpoken);
}

const NEAR_PLAIN = 8;
const NEAR_TIME = 12;

/** The nearest instrument of a place’s own sentence. */
function symbolBeside(reading: Reading, at: number): Named | null {
  const symbol = nearestSymbol(reading, at);
  const isBesideIt = symbol !== null && Math.abs(symbol.from - at) <= NEAR_PLAIN && reading.tokens[symbol.from]!.sentence === reading.tokens[at]!.sentence;
  return isBesideIt ? symbol : null;
}

/**
 * A tip without a level: “Book profits in TCS now”, “My pick of the day: INFY”, “SBIN 800 CE looks good”. A question, a denial, what others
 * do and what is done with a page are none.
 */
function plainTip(reading: Reading, sides: readonly Side[], manner: Manner, isSpoken: (at: number) => boolean): (Span & { readonly tip: Tip }) | null {
  const { tokens, symbols, levels } = reading;
  if (symbols.length === 0) return null;
  const near = (phrases: Phrases<string>, at: number): boolean => isBeside(tokens, at, NEAR_TIME, (other) => phrases.at(tokens, other) !== null);
  const isOther = (at: number): boolean => isSpoken(at) || manner.isMarked(at) || manner.warns(at) || near(SOURCE, at) || near(PAGE, at);
  for (const side of sides) {
    const words = tokens
      .slice(side.from, side.to)
      .map(({ key }) => key)
      .join(' ');
    if (side.manner !== 'order' || side.row.side === 'Hold' || !PLAIN.has(words)) continue;
    const symbol = symbolBeside(reading, side.from);
    if (!symbol || isOther(side.from)) continue;
    const isFirst = side.from === 0 || tokens[side.from - 1]!.sentence !== tokens[side.from]!.sentence || tokens[side.from - 1]!.kind !== 'word';
    const isBare = isFirst && symbol.from >= side.to && symbol.from - side.to <= 2;
    if (isBare || near(TIME, side.from) || near(TIME, symbol.from)) return tipOf(reading, side.row.side, symbol, side, [], [], []);
  }
  for (const { row, from, to } of RECOMMENDATION.in(tokens)) {
    const symbol = symbolBeside(reading, from);
    if (!symbol || isOther(from) || manner.isDenied(from, to)) continue;
    return tipOf(reading, row.includes('sell') ? 'Sell' : 'Buy', symbol, { from, to }, [], [], []);
  }
  for (const level of levels) {
    if (level.role !== 'strike' || isOther(level.at)) continue;
    const symbol = symbolBeside(reading, level.at);
    if (symbol && near(GOOD, level.at)) return tipOf(reading, 'Buy', symbol, symbol, [], [], []);
  }
  return null;
}

const MINE = keySet(['my', 'mera', 'meri', 'mere', 'i', 'maine', 'mene', 'मेरा', 'मेरी', 'मैंने', 'mine', 'your', 'aapka', 'apka', 'yours', 'average', 'avg']);

/** `TCS 3900 TGT 4200 SL 3750`, `SBIN 800 CE, target 25`: the levels say the side. */
function sidelessTip(reading: Reading, speaksOf: (at: number) => boolean): (Span & { readonly tip: Tip }) | null {
  const { tokens, levels } = reading;
  for (const level of levels) {
    if ((level.role !== 'stop' && level.role !== 'strike') || speaksOf(level.at)) continue;
    const symbol = nearestSymbol(reading, level.at);
    if (!symbol) continue;
    const near = levelsNear(reading, level.at).filter(({ at }) => Math.abs(tokens[at]!.sentence - tokens[level.at]!.sentence) <= 3 && !speaksOf(at));
    const of = (role: Role): Level[] => near.filter((each) => each.role === role);
    const [targets, stops] = [of('target'), of('stop')];
    const isWhole = level.role === 'stop' ? targets.length > 0 : targets.length > 0 || stops.length > 0;
    if (!isWhole || speaksOf(symbol.from)) continue;
    const isMine = [level, ...targets.slice(0, 1)].some(({ at }) =>
      tokens.slice(Math.max(0, at - NEAR_OWNER), at).some(({ key, sentence }) => MINE.has(key) && sentence === tokens[at]!.sentence),
    );
    if (isMine) continue;
    const entries = near.filter(({ role }) => role === 'entry' || role === 'bare');
    const [target, stop] = [targets[0]?.value ?? null, stops[0]?.value ?? null];
    const side = target !== null && stop !== null && target < stop ? 'Sell' : 'Buy';
    return tipOf(reading, side, symbol, symbol, entries, targets, stops);
  }
  return null;
}

function tipOf(
  { tokens }: Reading,
  call_type: Tip['call_type'],
  symbol: Named | null,
  side: { from: number; to: number },
  entries: readonly Level[],
  targets: readonly Level[],
  stops: readonly Level[],
): Span & { tip: Tip } {
  const values = entries.slice(0, 2).flatMap(({ value }) => (value === null ? [] : [value]));
  const parts = [
    side.from,
    side.to - 1,
    ...(symbol ? [symbol.from, symbol.to - 1] : []),
    ...[entries[0], targets[0], stops[0]].flatMap((level) => (level ? [level.at] : [])),
  ];
  const tip: Tip = {
    symbol: symbol?.symbol ?? null,
    call_type,
    entry_low: values.length > 0 ? Math.min(...values) : null,
    entry_high: values.length > 0 ? Math.max(...values) : null,
    target: targets[0]?.value ?? null,
    stop_loss: stops[0]?.value ?? null,
  };
  return { from: tokens[Math.min(...parts)]!.from, to: tokens[Math.max(...parts)]!.to, tip };
}

export const tipWords = (): string[] => [...SIDE_ROWS.flatMap(({ words }) => words), ...TARGETS, ...STOPS].flatMap(phraseKeys).filter((key) => key.length > 2);
