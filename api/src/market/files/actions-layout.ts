import { dayOf, figure, noDay } from './layouts.ts';
import { SHARE_SERIES } from './share-rows.ts';

/** One line of the exchange's list of corporate actions. */
export interface ActionRow {
  readonly symbol: string;
  /** Ex-date, IST: the first day that trades without what is given out. */
  readonly day: string;
  /** The list's words. */
  readonly purpose: string;
  /** New shares for each old one: 5 for a split of ₹10 into ₹2, 2 for a 1:1 bonus of shares. Null where the words name none. */
  readonly ratio: number | null;
  /** ₹ a share, all dividends of the line together; null where there is none. */
  readonly dividend: number | null;
}

/** Columns of NSE's list (`CF-CA-equities-….csv`), without which a table is no such list. */
export const ACTION_COLUMNS = ['SYMBOL', 'SERIES', 'PURPOSE', 'EX-DATE'] as const;

/** A line, null for one that changes no price (a meeting, interest on bonds), or what is wrong with it. */
export function readAction(cell: (column: string) => string): ActionRow | null | string {
  if (!SHARE_SERIES.includes(cell('SERIES'))) return null;
  const symbol = cell('SYMBOL');
  if (!/^[A-Z0-9][A-Z0-9&-]{0,19}$/.test(symbol)) return 'the symbol is not valid';
  const day = dayOf(cell('EX-DATE'));
  if (day === null) return noDay('the ex-date', cell('EX-DATE'));
  // Read whole, since its last word may say that it is called off.
  const whole = cell('PURPOSE');
  const purpose = whole.slice(0, 300);
  if (purpose === '') return 'the purpose is empty';
  const { ratio, dividend, isUnclear } = readPurpose(whole);
  const movesNoPrice = partsOf(whole).every((part) => NO_PRICE.test(part));
  return movesNoPrice && ratio === null && dividend === null && !isUnclear ? null : { symbol, day, purpose, ratio, dividend };
}

/** Actions that move no price. */
const NO_PRICE = /general meeting|interest payment|redemption/i;
/**
 * Parts of a line stand behind a slash (`Bonus 1:1/Dividend - Rs 5`), but not that of an amount (`Rs 10/- Per Share`), behind a sign, or behind “and”.
 */
const PART = /(?<!\d)\s*\/(?!-)|(?<=\d)\/(?!\s*(?:-|per\b|to\b))|\s+and\s+|,\s|[+;&]/i;
/** `Rs 10`, `Re.1`, `Rs - 3`, `₹2`, `Rs 1,250`. */
const AMOUNT = String.raw`(?:r(?:s|e)\.?|inr|₹)\s*-?\s*(\d+(?:,\d+)*(?:\.\d+)?)`;
/** `Bonus 1:1`, `Bonus1:1`, `Bonus Issue Of Equity Shares In The Ratio Of 3:10`, `Bonus 1 Share For Every 4`: between the word and the ratio nothing that could be another paper. */
const BONUS =
  /\bbon(?:us)?(?![a-z])(?:[\s\-–:=()]|\b(?:issue|new|fully|paid|up|ordinary|equity|shares?|of|in|the|ratio|proportion|at)\b)*(?<![\d.])(\d+(?:\.\d+)?)\s*(?::|(?:(?:new\s+|equity\s+)*shares?\s+)?for(?:\s+every)?\s)\s*(\d+(?:\.\d+)?)(?![\d.:])/i;
/** `Face Value Split (Sub-Division) - From Rs 10/- Per Share To Rs 2/-`, `Fv Splt Frm Rs 10 To Re 1`, `Fv Split Rs 10 To 2`, `Consolidation … From Re 1 To Rs 10`. */
const SPLIT = new RegExp(
  String.raw`(?:spli?t|sub-?\s?division|consolidation|face value|\bfv\b).*?${AMOUNT}.*?\bto\s+(?:${AMOUNT}|(\d+(?:\.\d+)?)(?![\d.:%]|\s*shares?\b))`,
  'i',
);
/** `Dividend - Rs 5`, `Int Div-Rs.2`. */
const DIVIDEND = new RegExp(String.raw`(?:dividend|(?:\bint|\bspl|\bfin)?\s*div\b)[^\d]*?${AMOUNT}`, 'gi');
/** Papers that are not the share itself, by whatever name: what is given out in them leaves its count as it is. */
const OTHER_PAPER =
  /debenture|bond|warrant|preference|\bpref\b|\b(?:ncds?|ocds?|ccds?|n?crps|ncps|ocps|ccps|rps)\b|\bdvrs?\b|differential|superior voting|non[\s-]?voting|\bclass\s+['’"“]?[a-z]\b|['’"“‘]a['’"”]?\s+ordinary/i;
/** What changes the share count, by whatever name; of a face value only what says that it changes. */
const COUNT_CHANGE =
  /\bbon(?:us)?(?![a-z])|spli?t|sub-?\s?division|consolidation|(?:face value|\bfv\b)(?=.*\b(?:to|change)\b)|capital\s+reduction|reduction\s+(?:of|in)\s+(?:the\s+)?(?:share\s+)?capital|stock dividend/i;
/** Actions that leave the share count alone. */
const OTHER_ACTION =
  /meeting|\b[ae]gm\b|dividend|\bdiv\b|interest|redemption|\brights?\b|buy\s?-?back|demerger|spin|scheme|arrangement|\barngmnt\b|amalgamation|merger|distribution|book closure/i;
/** All words of a bonus, split or consolidation that is understood: `Bonus Issue Of Equity Shares In The Ratio Of 1:10`. With any other, it is not. */
const COUNT_WORDS = new Set(
  `bonus bon issue equity eq share shares sh shs unit units stock ordinary new existing fully paid up held each of in at on a an the for every per ratio
  proportion face value fv split splt splits spl spt sub scheme arrangement division subdivision consolidation change from frm to rs re inr rupee rupees and`.split(
    /\s+/,
  ),
);
/** That an action does not happen on its day: `(Cancelled)`, `Withdrawn`, `Stands Postponed`, `Not Approved`. One postponed *from* another day does. */
const CALLED_OFF =
  /\b(?:cancel|withdraw|withdrew|withheld|revoke|rescind|annul|nullif|abandon|abort|terminat|suspend|suspens|reject|disapprov|dropped|lapsed|(?:postpone|defer)(?![a-z]*\s+from\b))[a-z]*|\bcalled off|\bput off|\bon hold|\babeyance|\bnot (?:approved|passed|effected|allotted|proceeding)/gi;
/** What stands around such a word and says nothing more. */
const AROUND = new Set(
  'stands stand stood has have been is was being now kept by company board issuer exchange nse till until further notice order'.split(' '),
);
/** That it may not happen, or not so: `Both Subject To Approval`. */
const UNSURE = /subject to|approv|revis|propos|tentativ|provisional|re-?schedul|prepon|postpon|defer|correct|corrigend|amend|modif|pending|expected|both/i;

const partsOf = (purpose: string): string[] => purpose.split(PART).filter((part) => part.trim() !== '');
const wordsIn = (text: string): string[] => text.toLowerCase().match(/\p{L}+/gu) ?? [];

/** What a purpose does to prices. */
interface Effect {
  readonly ratio: number | null;
  readonly dividend: number | null;
  /** Its words say that the share count may change, and not surely by how much or whether. */
  readonly isUnclear: boolean;
}

const NOTHING: Effect = { ratio: null, dividend: null, isUnclear: false };

export function readPurpose(purpose: string): Effect {
  const parts = partsOf(purpose);
  const changes = parts.filter((part) => COUNT_CHANGE.test(part) && !OTHER_PAPER.test(part));
  if (purpose.search(CALLED_OFF) !== -1) return { ...NOTHING, isUnclear: changes.length > 0 && !isCalledOff(purpose, changes) };
  const dividend = dividendIn(parts);
  if (changes.length === 0) return { ...NOTHING, dividend };
  const ratios = changes.map(ratioIn);
  const others = parts.filter((part) => !changes.includes(part) && !OTHER_PAPER.test(part));
  const isSure = others.every((part) => !UNSURE.test(part) && (OTHER_ACTION.test(part) || wordsIn(part).length === 0));
  const ratio = ratios.reduce<number | null>((product, each) => (product === null || each === null ? null : product * each), 1);
  return isSure && ratio !== null ? { ratio, dividend, isUnclear: false } : { ...NOTHING, dividend, isUnclear: true };
}

/** Whether the line says that its one change is called off, and nothing beside: of two, one may happen all the same. */
function isCalledOff(purpose: string, changes: readonly string[]): boolean {
  const said = purpose.match(CALLED_OFF) ?? [];
  return changes.length === 1 && said.length === 1 && wordsIn(purpose.replace(CALLED_OFF, ' ')).every((word) => COUNT_WORDS.has(word) || AROUND.has(word));
}

/** `Bonus 1:1` gives one new share for each old one; a split names the face value before and after. Both in one part multiply. Null where it is not all understood. */
function ratioIn(part: string): number | null {
  const [bonus, split] = [BONUS.exec(part), SPLIT.exec(part)];
  if ((!bonus && !split) || wordsIn(part).some((word) => !COUNT_WORDS.has(word))) return null;
  // Another number may be another ratio; what a share is worth on paper is none.
  if (/\d/.test(part.replace(SPLIT, ' ').replace(BONUS, ' ').replace(ANY_AMOUNT, ' '))) return null;
  const ratio = (bonus ? (Number(bonus[1]) + Number(bonus[2])) / Number(bonus[2]) : 1) * (split ? amountOf(split[1]) / amountOf(split[2] ?? split[3]) : 1);
  return ratio >= 0.001 && ratio <= 1000 && ratio !== 1 ? ratio : null;
}
const ANY_AMOUNT = new RegExp(AMOUNT, 'gi');

function dividendIn(parts: readonly string[]): number | null {
  const amounts = parts.flatMap((part) => (OTHER_PAPER.test(part) ? [] : [...part.matchAll(DIVIDEND)].map(([, amount]) => amountOf(amount))));
  // Not a number where its thousands are not parted as thousands are.
  return amounts.length > 0 && amounts.every((amount) => amount >= 0) ? amounts.reduce((sum, amount) => sum + amount, 0) : null;
}

const amountOf = (written = ''): number => figure(written) ?? Number.NaN;
