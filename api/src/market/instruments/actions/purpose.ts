import { figure } from '../../files/layouts.ts';
import type { RightsTerms, SHARE_CHANGES } from './corporate-action.ts';

/** Subject of one part of a list's line. `none` moves no price; `unknown` is a wording that this reader has not learnt. */
export type PurposeKind =
  | (typeof SHARE_CHANGES)[number]
  | 'rights'
  | 'dividend'
  | 'other_paper'
  | 'demerger'
  | 'scheme'
  | 'merger'
  | 'buyback'
  | 'none'
  | 'unknown';

/** The effect on prices by the words of a line. */
export interface Purpose {
  /** In the order of the line. */
  readonly kinds: readonly PurposeKind[];
  /** New shares for each old one, of all changes of the line together; null where there is none, or none that is sure. */
  readonly ratio: number | null;
  /** ₹ a share, all dividends of the line together. */
  readonly dividend: number | null;
  readonly rights: RightsTerms | null;
  /** Something in it may change the price by more than trading does, and its words don't say surely whether or by how much. */
  readonly isUnclear: boolean;
}

/**
 * Parts of a line stand behind a slash (`Bonus 1:1/Dividend - Rs 5`), but not that of an amount (`Rs 10/- Per Share`), behind a sign, or behind “and”.
 */
const PART = /(?<!\d)\s*\/(?!-)|(?<=\d)\/(?!\s*(?:-|per\b|to\b))|\s+and\s+|,\s|[+;&]/i;
/** `Rs 10`, `Re.1`, `Rs - 3`, `Rs. - 5.5`, `₹2`, `Rs 1,250`. */
const AMOUNT = String.raw`(?:r(?:s|e)\.?|inr|₹)\s*-?\s*(\d+(?:,\d+)*(?:\.\d+)?)`;
/** `Bonus 1:1`, `Bonus1:1`, `Bonus Issue Of Equity Shares In The Ratio Of 3:10`, `Bonus 1 Share For Every 4`: between the word and the ratio nothing that could be another paper. */
const BONUS =
  /\bbon(?:us)?(?![a-z])(?:[\s\-–:=()]|\b(?:issue|new|fully|paid|up|ordinary|equity|shares?|of|in|the|ratio|proportion|at)\b)*(?<![\d.])(\d+(?:\.\d+)?)\s*(?::|(?:(?:new\s+|equity\s+)*shares?\s+)?for(?:\s+every)?\s)\s*(\d+(?:\.\d+)?)(?![\d.:])/i;
/** `Face Value Split (Sub-Division) - From Rs 10/- Per Share To Rs 2/-`, `Fv Splt Frm Rs 10 To Re 1`, `Fv Split Rs 10 To 2`, `Consolidation … From Re 1 To Rs 10`. */
const SPLIT = new RegExp(
  String.raw`(?:spli?t|sub-?\s?division|consolidation|face value|\bfv\b).*?${AMOUNT}.*?\bto\s+(?:${AMOUNT}|(\d+(?:\.\d+)?)(?![\d.:%]|\s*shares?\b))`,
  'i',
);
/** `Capital Reduction - 90 Shares Cancelled For Every 100 Held`: the one form of it that says how many shares are left. */
const REDUCTION =
  /(?:capital\s+reduction|reduction\s+(?:of|in)\s+(?:the\s+)?(?:share\s+)?capital)[\s\-–:,(]*(\d+)\s+(?:equity\s+)?shares?\s+(?:to be\s+|stands?\s+)?(?:cancelled|extinguished)\s+(?:for|out of)\s+(?:every\s+)?(\d+)(?:\s+(?:equity\s+)?shares?)?(?:\s+held)?\)?/i;
/** `Dividend - Rs 5`, `Int Div-Rs.2`, `Intdiv - Rs 2.50`, and the second amount of `Div-Fin Rs.5+Spl Rs.10`, of which `Spl Rs.10` is a part of its own. */
const DIVIDEND = new RegExp(
  String.raw`(?:dividend|(?:\bint|\bspl|\bfin)?\s*div\b|^\s*(?:special|spl|final|fin|interim|int)\b(?!.*\bto\b))[^\d]*?${AMOUNT}`,
  'gi',
);
/** `Div-50%`, `Dividend - 18%`: of the face value. */
const PERCENT = /(?:dividend|(?:\bint|\bspl|\bfin)?\s*div\b|^\s*(?:special|spl|final|fin|interim|int)\b)[^\d]*?(\d+(?:\.\d+)?)\s*%/gi;
const DIVIDEND_WORD = /dividend|interimdividend|\b(?:int|spl|fin)?div\b|^\s*(?:special|spl|final|fin|interim|int)\b/i;
/** `Distribution - Rs 6.31 Per Unit Consisting Of Re 0.37 Per Unit As Interest/ …`: the amounts behind the first are its parts. */
const DISTRIBUTION = new RegExp(String.raw`^\s*(?:income\s+)?distribution\b[^\d]*?${AMOUNT}`, 'i');
/** `Rights 1:5`, `Rights Issue 4 : 25`, `Rgts-Eq 29:100`, `Rh2:9`; a ratio that is not of whole numbers is none. */
const RIGHTS_RATIO = /\b(?:rights?|rgts?|rh)(?![a-z])(?:[\s\-–:()]|\b(?:issue|eq|equity|shares?|of|in|the|ratio|at)\b)*(\d+)\s*:\s*(\d+)(?![\d.:])/i;
/** `@ Premium Rs 230/-`, `@Prm102`, `At A Premium Of Rs.39.50`: what is paid above the face value. */
const PREMIUM = /(?:@|\bat\b)\s*(?:a\s+)?(?:premium|prem|prm)\s*(?:of\s+)?(?:(?:r(?:s|e)\.?|inr|₹)\s*)?(\d+(?:,\d+)*(?:\.\d+)?)/i;
const AT_PAR = /(?:@|\bat\b)\s*par\b/i;
/** `@ Rs 1257/-`, `At Issue Price Rs 125`, `@ Price Of Rs 12`. */
const ISSUE_PRICE = new RegExp(String.raw`(?:@|\bat\b)\s*(?:an?\s+)?(?:issue\s+)?(?:price\s+)?(?:of\s+)?${AMOUNT}`, 'i');
/** Papers that are not the share itself, by whatever name: what is given out in them leaves its count as it is. */
const OTHER_PAPER =
  /debenture|bond|warrant|preference|\bpref\b|\bdeb(?![a-z])|\b(?:ncds?|ocds?|ccds?|n?crps|ncps|ocps|ccps|rps)(?![a-z])|\bdvrs?\b|differential|superior voting|non[\s-]?voting|\bclass\s+['’"“]?[a-z]\b|['’"“‘]a['’"”]?\s+ordinary/i;
/** Words for a change of the share count. A face value counts only where the words say that it changes. */
const COUNT_CHANGE =
  /\bbon(?:us)?(?![a-z])|spli?t|sub-?\s?division|consolidation|(?:face value|\bfv\b)(?=.*\b(?:to|change)\b)|capital\s+reduction|reduction\s+(?:of|in)\s+(?:the\s+)?(?:share\s+)?capital|stock dividend/i;
/** Actions that leave the share count alone, by kind. The first that fits says what a part is. */
const OTHER_KINDS: readonly (readonly [RegExp, PurposeKind])[] = [
  [/\b(?:rights?|rgts?)(?![a-z])|\brh\s?\d/i, 'rights'],
  [/de-?\s?merger|spin[\s-]?off|hive[\s-]?off|hiving|\bdemrgr\b/i, 'demerger'],
  [/buy\s?-?back|\bbuybk\b|open offer|tender offer/i, 'buyback'],
  [/amalgamation|amlgmtn|\bmerger\b|\bmergd?\b/i, 'merger'],
  [/scheme|\bsch\b|arrangement|\bar+ngmnt\b|\bagmt\b|restructuring/i, 'scheme'],
  [DIVIDEND_WORD, 'dividend'],
  [/distribution/i, 'dividend'],
  [
    /meeting|\b[ae]\.?g\.?m\b\.?|interest|redemption|book closure|e-?voting|postal ballot|election|change\s+(?:in|of)\s+(?:the\s+)?(?:name|isin|registrar)|name change|symbol change|listing|face value\s+(?:rs|re)|face value of/i,
    'none',
  ],
];
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
/** Words beside such a word that add nothing. */
const AROUND = new Set(
  'stands stand stood has have been is was being now kept by company board issuer exchange nse till until further notice order'.split(' '),
);
/** That it may not happen, or not so: `Both Subject To Approval`. */
const UNSURE = /subject to|approv|revis|propos|tentativ|provisional|re-?schedul|prepon|postpon|defer|correct|corrigend|amend|modif|pending|expected|both/i;

/** Kinds that move a price by an amount that no word of the list tells. */
const UNMEASURED: readonly PurposeKind[] = ['demerger', 'scheme', 'unknown'];

/**
 * The list's shorthand of before 2017, written out where words were run together to fit a field: `Fv Spl-Rs10tore1`, `FVSPLT FRMRS 100`, `Bon 5:1purpose`.
 */
const SHORTHAND: readonly (readonly [RegExp, string])[] = [
  [/face\s+valus\b/gi, 'Face Value'],
  [/\bfvspl(?:i?t)?\b/gi, 'Fv Split'],
  [/\bfvcons\b/gi, 'Fv Consolidation'],
  [/\bfrm(?=r[se])/gi, 'Frm '],
  [/(?<=\d)\/?-?\s*to\s*(?=r[se])/gi, ' To '],
  [/\bspl-?\s*(?=r[se]\.?\s*\d[\d.]*\s+to\b)/gi, 'Split '],
  [/(?<=\d)purpose revised/gi, ' Purpose Revised'],
  [/\bextraordinarygeneralmeeting\b/gi, 'Extraordinary General Meeting'],
  [/\binterimdividend\b/gi, 'Interim Dividend'],
  [/\bintdiv\b/gi, 'Int Div'],
];
const writtenOut = (purpose: string): string => SHORTHAND.reduce((text, [short, long]) => text.replace(short, long), purpose);

const partsOf = (purpose: string): string[] => purpose.split(PART).filter((part) => part.trim() !== '');
const wordsIn = (text: string): string[] => text.toLowerCase().match(/\p{L}+/gu) ?? [];

const NOTHING = { kinds: [] as PurposeKind[], ratio: null, dividend: null, rights: null, isUnclear: false } satisfies Purpose;

/** The words of a line of the exchange's list. `faceValue`, ₹: premiums of rights and dividends in percent are told by it. */
export function readPurpose(purpose: string, faceValue: number | null = null): Purpose {
  const whole = writtenOut(purpose);
  const distribution = DISTRIBUTION.exec(whole);
  if (distribution && !COUNT_CHANGE.test(whole)) return { ...NOTHING, kinds: ['dividend'], dividend: numberOf(distribution[1]) };
  const reduction = REDUCTION.exec(whole);
  const text = reduction ? whole.replace(REDUCTION, ' ') : whole;
  const parts = partsOf(text);
  const changes = parts.filter((part) => COUNT_CHANGE.test(part) && !OTHER_PAPER.test(part));
  const kinds = [...(reduction ? (['reduction'] as const) : []), ...parts.flatMap(kindOf)];
  if (text.search(CALLED_OFF) !== -1) {
    const isUnclear = reduction !== null || ((changes.length > 0 || UNMEASURED.some((kind) => kinds.includes(kind))) && !isCalledOff(text, changes, kinds));
    return { ...NOTHING, kinds, isUnclear };
  }
  const dividend = dividendIn(parts, faceValue);
  const rights = rightsIn(parts, faceValue);
  const ratios = [...changes.map(ratioIn), ...(reduction ? [leftOf(reduction)] : [])];
  const ratio = ratios.reduce<number | null>((product, each) => (product === null || each === null ? null : product * each), 1);
  const isSure = ratios.length === 0 || (ratio !== null && parts.every((part) => changes.includes(part) || OTHER_PAPER.test(part) || !UNSURE.test(part)));
  const isMeasured = !kinds.some((kind) => UNMEASURED.includes(kind)) && (!kinds.includes('rights') || rights !== null);
  // A special dividend is known by its amount.
  const isPaid = dividend !== null || !parts.some((part) => kindOf(part).includes('dividend') && /\bspecial\b/i.test(part));
  // Where a part is in doubt, so is what the others add up to: nothing of the day is divided.
  if (!isSure || !isMeasured || !isPaid) return { kinds, ratio: null, dividend, rights: null, isUnclear: true };
  return { kinds, ratio: ratios.length === 0 ? null : ratio, dividend, rights, isUnclear: false };
}

/** No word at all, as in `Bonus 1:1/-`, is nothing. */
function kindOf(part: string): PurposeKind[] {
  if (wordsIn(part).length === 0) return [];
  if (OTHER_PAPER.test(part)) return ['other_paper'];
  if (COUNT_CHANGE.test(part)) return [changeKind(part)];
  const known = OTHER_KINDS.find(([words]) => words.test(part));
  if (known) return [known[1]];
  // `Purpose Revised`, `(Revised)`: of what the other parts say.
  return UNSURE.test(part) || part.search(CALLED_OFF) !== -1 ? [] : ['unknown'];
}

function changeKind(part: string): PurposeKind {
  if (/\bbon(?:us)?(?![a-z])|stock dividend/i.test(part)) return 'bonus';
  if (/reduction/i.test(part)) return 'reduction';
  return /consolidation/i.test(part) || (ratioIn(part) ?? 2) < 1 ? 'consolidation' : 'split';
}

/** Whether the line says that its one change is called off, and nothing beside: of two, one may happen all the same. */
function isCalledOff(purpose: string, changes: readonly string[], kinds: readonly PurposeKind[]): boolean {
  const said = purpose.match(CALLED_OFF) ?? [];
  if (said.length !== 1) return false;
  if (changes.length === 0) return kinds.length === 1;
  return changes.length === 1 && wordsIn(purpose.replace(CALLED_OFF, ' ')).every((word) => COUNT_WORDS.has(word) || AROUND.has(word));
}

/** `Bonus 1:1` gives one new share for each old one; a split names the face value before and after. Both in one part multiply. Null where it is not all understood. */
function ratioIn(part: string): number | null {
  const [bonus, split] = [BONUS.exec(part), SPLIT.exec(part)];
  if ((!bonus && !split) || wordsIn(part).some((word) => !COUNT_WORDS.has(word))) return null;
  // Another number may be another ratio; what a share is worth on paper is none.
  if (/\d/.test(part.replace(SPLIT, ' ').replace(BONUS, ' ').replace(ANY_AMOUNT, ' '))) return null;
  const ratio = (bonus ? (Number(bonus[1]) + Number(bonus[2])) / Number(bonus[2]) : 1) * (split ? numberIn(split[1]) / numberIn(split[2] ?? split[3]) : 1);
  return ratio >= 0.001 && ratio <= 1000 && ratio !== 1 ? ratio : null;
}
const ANY_AMOUNT = new RegExp(AMOUNT, 'gi');

function leftOf([, gone, held]: RegExpExecArray): number | null {
  const left = (Number(held) - Number(gone)) / Number(held);
  return left >= 0.001 && left < 1 ? left : null;
}

function dividendIn(parts: readonly string[], faceValue: number | null): number | null {
  const paying = parts.filter((part) => kindOf(part).includes('dividend'));
  const amounts = paying.flatMap((part) => [
    ...[...part.matchAll(DIVIDEND)].map(([, amount]) => numberIn(amount)),
    ...(faceValue === null ? [] : [...part.matchAll(PERCENT)].map(([, percent]) => (numberIn(percent) * faceValue) / 100)),
  ]);
  // Not a number where its thousands are not parted as thousands are.
  return amounts.length > 0 && amounts.every((amount) => amount >= 0) ? Math.round(1e4 * amounts.reduce((sum, amount) => sum + amount, 0)) / 1e4 : null;
}

/** Null where a line names several, or not all of one: then nobody can say what a share is worth without the right. */
function rightsIn(parts: readonly string[], faceValue: number | null): RightsTerms | null {
  const offers = parts.filter((part) => kindOf(part).includes('rights'));
  const [offer] = offers;
  if (offer === undefined || offers.length > 1 || UNSURE.test(offer)) return null;
  const ratio = RIGHTS_RATIO.exec(offer);
  const price = issuePriceIn(offer, faceValue);
  const [given, held] = [Number(ratio?.[1]), Number(ratio?.[2])];
  return given > 0 && held > 0 && given <= 1000 * held && price !== null && price >= 0 ? { given, held, price } : null;
}

function issuePriceIn(offer: string, faceValue: number | null): number | null {
  const premium = PREMIUM.exec(offer);
  if (premium || AT_PAR.test(offer)) return faceValue === null ? null : Math.round(100 * (numberIn(premium?.[1] ?? '0') + faceValue)) / 100;
  const stated = ISSUE_PRICE.exec(offer);
  return stated ? numberOf(stated[1]) : null;
}

const numberIn = (written = ''): number => figure(written) ?? Number.NaN;
const numberOf = (written: string | undefined): number | null => figure(written ?? '');
