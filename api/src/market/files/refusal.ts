/**
 * What keeps a file from being taken in. UNREADABLE: no such file, no text, a bad zip. CUT_OFF: it ends too early. FOREIGN: another kind of
 * file. BROKEN: of the right kind, with an entry that can't be. MIXED: of several days or contracts. EMPTY: no row that can be used.
 * IMPLAUSIBLE: it can't be what it says it is. NEEDS_TIME, NEEDS_LOT: what the file does not say was not given. WOULD_CORRECT: rows on file
 * say otherwise.
 */
export type RefusalCode = 'UNREADABLE' | 'CUT_OFF' | 'FOREIGN' | 'BROKEN' | 'MIXED' | 'EMPTY' | 'IMPLAUSIBLE' | 'NEEDS_TIME' | 'NEEDS_LOT' | 'WOULD_CORRECT';

/** A row on file of which a file says otherwise. */
export interface FileChange {
  /** `RELIANCE EQ`, `NIFTY 2026-05-26 24000 CE`, or a share that has an action. */
  readonly what: string;
  /** IST day of the row. */
  readonly day: string;
  /** The share whose calls are judged by it; null where no call is. */
  readonly stock: string | null;
  /** What differs, the price that counts first; null where there is none. */
  readonly figures: readonly { readonly name: string; readonly from: string | number | null; readonly to: string | number | null }[];
}

/** A file is not taken in, and nothing of it was stored. The message says why in one sentence. */
export class Refusal extends Error {
  readonly code: RefusalCode;
  /** Of WOULD_CORRECT: what the file would change. */
  readonly changes: readonly FileChange[];

  constructor(code: RefusalCode, message: string, changes: readonly FileChange[] = []) {
    super(message);
    this.code = code;
    this.changes = changes;
  }
}

/** A row or two may be damaged; real files have none that can't be read. */
const MOST_UNREAD = { rows: 5, share: 0.01 };

/**
 * Refuses a file of which more than a few rows can't be read. Without its dearer half, say, it would pass for the whole, and what it lacks
 * for what did not trade. `counted`: of how many; `row`: what one is called.
 */
export function refuseUnread(
  unread: readonly { line: number; reason: string }[],
  counted: number,
  row: readonly [one: string, several: string] = ['line', 'rows'],
): void {
  const [first] = unread;
  if (first && unread.length > Math.max(MOST_UNREAD.rows, MOST_UNREAD.share * counted))
    throw new Refusal('BROKEN', `${unread.length} of its ${counted} ${row[1]} can’t be read; the first is ${row[0]} ${first.line}: ${first.reason}.`);
}

const AGAIN = 'Fetch the exchange’s own file again and import it unchanged.';
const WHAT_TO_DO: Readonly<Record<RefusalCode, string>> = {
  UNREADABLE: AGAIN,
  CUT_OFF: 'Fetch it again: it is not all there.',
  FOREIGN:
    'Import the day’s bhavcopy of shares or of F&O, NSE’s lists of securities, renames, lots, bands, corporate actions, stocks under the ban or holidays, or an option chain.',
  BROKEN: AGAIN,
  MIXED: 'Import the exchange’s own files, one for each day or contract.',
  EMPTY: AGAIN,
  IMPLAUSIBLE: 'Look what day its name and its rows are of, and fetch the exchange’s own file again.',
  NEEDS_TIME: '',
  NEEDS_LOT: '',
  WOULD_CORRECT: '',
};
/** Sentences that say themselves what to do. */
const SAYS_IT = /--[a-z]|so that day |: (?:unpack|fetch|add|see)\b|; the UDiFF file|if the exchange traded/;

/** What to do about a refused file, as a sentence behind its reason; '' where that says it. */
export const whatToDo = (code: RefusalCode, refused: string): string => (SAYS_IT.test(refused) ? '' : WHAT_TO_DO[code]);

/** A change without naming the day: `RELIANCE EQ close 1345.2 → 1346, last 1345.2 → 1346`. */
export const changeText = ({ what, figures }: FileChange, most = figures.length): string =>
  `${what} ${figures
    .slice(0, most)
    .map(({ name, from, to }) => `${name} ${from ?? 'none'} → ${to ?? 'none'}`)
    .join(', ')}`;

const EXAMPLES = 3;

/** The refusal of a file that says otherwise than rows on file, in a sentence with examples. `rows`: what they are, one and several. */
export function wouldCorrect(changes: readonly FileChange[], [one, several]: readonly [string, string]): Refusal {
  const examples = changes.slice(0, EXAMPLES).map((change) => changeText(change, 1));
  const counted = changes.length === 1 ? `1 ${one} on file has` : `${changes.length} ${several} on file have`;
  const shown = `${examples.join(', ')}${changes.length > EXAMPLES ? ', …' : ''}`;
  return new Refusal('WOULD_CORRECT', `${counted} other figures (${shown}); --correct takes the file’s.`, changes);
}

type Row = Readonly<Record<string, unknown>>;
const figureOf = (row: Row, name: string): string | number | null => (row[name] ?? null) as string | number | null;

/** The figures of these names in which two rows differ. */
export const differing = (from: Row, to: Row, names: readonly string[]): FileChange['figures'] =>
  names.flatMap((name) => (figureOf(from, name) === figureOf(to, name) ? [] : [{ name, from: figureOf(from, name), to: figureOf(to, name) }]));
