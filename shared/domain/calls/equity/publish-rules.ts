import type { NotJudgeable } from '../../../contract/calls/not-judgeable.ts';
import type { CallDraft, CallType, RuleResult, Term } from '../../../contract/calls/types.ts';
import { isOnTick } from '../../market/ticks.ts';
import { formatFloat, formatInr, formatPercent } from '../../text/formats.ts';
import {
  type AuthorFacts,
  allSentences,
  authorLabel,
  authorProblem,
  conflictsProblem,
  dealingProblem,
  type FieldSentences,
  wordsProblem,
} from '../publishing/publish-rules.ts';
import { reasonsProblems } from '../publishing/reasons.ts';
import { doubtText } from '../step-words.ts';
import { direction, entryMid, riskReward, roundPaise } from './levels.ts';
import { potentialReturn } from './potential-return.ts';

/** Limits of the rules (product D.2, equity). Percentages of the entry unless noted otherwise. */
export interface PublishLimits {
  readonly entryNear: Readonly<Record<Term, number>>;
  readonly rangeWidth: Readonly<Record<Term, number>>;
  readonly target: Readonly<Record<Term, readonly [number, number]>>;
  readonly stop: Readonly<Record<Term, number>>;
  /** Calendar days from today to `valid_till`. */
  readonly validity: Readonly<Record<Term, readonly [number, number]>>;
  readonly minPrice: number;
  /** Sessions of price history. */
  readonly minSessions: number;
  /** ₹ crore: median turnover of 20 sessions, for intraday, and market value. */
  readonly minTurnoverCr: number;
  readonly minTurnoverIntradayCr: number;
  readonly minMarketCapCr: number;
  readonly perSector: number;
  readonly perDay: number;
  readonly open: number;
}
export const PUBLISH_LIMITS: PublishLimits = {
  entryNear: { intraday: 0.5, shortTerm: 2, mediumTerm: 4, longTerm: 5 },
  rangeWidth: { intraday: 1, shortTerm: 2, mediumTerm: 3, longTerm: 4 },
  target: { intraday: [0.4, 6], shortTerm: [2, 20], mediumTerm: [5, 50], longTerm: [10, 150] },
  stop: { intraday: 3, shortTerm: 10, mediumTerm: 18, longTerm: 25 },
  validity: { intraday: [0, 0], shortTerm: [2, 30], mediumTerm: [31, 180], longTerm: [181, 1095] },
  minPrice: 20,
  minSessions: 60,
  minTurnoverCr: 1,
  minTurnoverIntradayCr: 10,
  minMarketCapCr: 500,
  perSector: 3,
  perDay: 10,
  open: 25,
};

/** What the rules need besides the draft. The rules load nothing themselves. */
export interface PublishContext {
  readonly author: AuthorFacts;
  /** Null if there is no such stock. A null `marketCapCr` is unknown and not checked. */
  readonly stock: {
    readonly kind: 'equity' | 'index';
    readonly status: 'active' | 'suspended' | 'ban' | 'delisted';
    readonly sector: string;
    /** ₹ step of the stock's prices. */
    readonly tick: number;
    readonly marketCapCr: number | null;
    readonly sessions: number;
    /** ₹ crore, median of the last 20 sessions; null without volumes. */
    readonly turnoverCr: number | null;
  } | null;
  /** Last price in ₹, null where nothing traded yet. */
  readonly ltp: number | null;
  readonly band: { readonly low: number; readonly high: number } | null;
  readonly fresh: boolean;
  /** Why its prices say nothing of what would be published now; null where they do. */
  readonly doubt: NotJudgeable | null;
  /** Prices arrive every second, not once a day. */
  readonly ticking: boolean;
  readonly phase: 'preopen' | 'continuous' | 'auction' | 'post' | 'closed';
  /** IST `YYYY-MM-DD` and `HH:MM`. */
  readonly today: string;
  readonly time: string;
  /** Whether the market opens on an IST day. */
  isTradingDay(day: string): boolean;
  /** The author's open calls, and how many the author published today. */
  readonly open: readonly { readonly stock: string; readonly sector: string; readonly call_type: CallType }[];
  readonly publishedToday: number;
  readonly limits: PublishLimits;
}

/** The F&O ban is of contracts: their shares trade on. */
const tradesInCash = ({ status }: { readonly status: string }): boolean => status === 'active' || status === 'ban';

const INTRADAY_FROM = '09:20';
const INTRADAY_TO = '14:45';

const days = (from: string, to: string): number => Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000);
const pct = (value: number): string => formatPercent(value, { signed: false });

/** One rule: whether the draft meets it, and the message if not. A rule that can't be judged yet is not ok. */
interface Rule {
  readonly id: string;
  readonly label: string | ((context: PublishContext) => string);
  readonly level?: 'warn';
  /** Judges distances, which mean nothing until target and stop-loss are on their sides of the entry. */
  readonly ofSides?: true;
  ok(draft: CallDraft, context: PublishContext, facts: Facts): boolean;
  /** Sentences at the fields, where the rule speaks of several. */
  readonly at?: (draft: CallDraft) => FieldSentences;
  message(draft: CallDraft, context: PublishContext, facts: Facts): string;
}
interface Facts {
  readonly entry: number;
  readonly potential: number;
  readonly stopPct: number;
  readonly rewardRisk: number;
  readonly hold: boolean;
  readonly texts: string;
}

/** The rule for every text of an author in the record: those of a draft, and those added to a call later. */
export const WORDS = 'EQ-WORDS';

const RULES: readonly Rule[] = [
  {
    id: 'EQ-AUTHOR',
    label: ({ author }) => authorLabel(author),
    ok: (_, { author }) => authorProblem(author) === null,
    message: (_, { author }) => authorProblem(author) ?? '',
  },
  {
    id: 'EQ-ELIGIBLE',
    label: 'Stock is eligible',
    ok: ({ term }, { stock, ltp, limits }) =>
      stock !== null &&
      stock.kind === 'equity' &&
      tradesInCash(stock) &&
      stock.sessions >= limits.minSessions &&
      ltp !== null &&
      ltp >= limits.minPrice &&
      (stock.marketCapCr === null || stock.marketCapCr >= limits.minMarketCapCr) &&
      stock.turnoverCr !== null &&
      stock.turnoverCr >= (term === 'intraday' ? limits.minTurnoverIntradayCr : limits.minTurnoverCr),
    message: ({ stock: symbol, term }, { stock, ltp, limits }) => {
      if (!stock) return `We don’t know the stock ${symbol}.`;
      if (stock.kind !== 'equity') return 'Calls are published on stocks, not on indices.';
      if (!tradesInCash(stock)) return 'Trading in this stock is suspended or restricted.';
      if (stock.sessions < limits.minSessions) return `The stock has ${stock.sessions} sessions of prices; ${limits.minSessions} are needed.`;
      if (ltp === null || ltp < limits.minPrice) return `The price must be at least ₹${limits.minPrice}.`;
      if (stock.marketCapCr !== null && stock.marketCapCr < limits.minMarketCapCr)
        return `The company’s market value must be at least ₹${limits.minMarketCapCr} crore.`;
      return `Median turnover of 20 sessions must be at least ₹${term === 'intraday' ? limits.minTurnoverIntradayCr : limits.minTurnoverCr} crore.`;
    },
  },
  { id: 'EQ-EXCHANGE', label: 'Priced on NSE', ok: ({ exchange }) => exchange === 'NSE', message: () => 'Results are computed from NSE prices; choose NSE.' },
  {
    id: 'EQ-FEED',
    label: 'Prices are up to date',
    ok: ({ term }, { ltp, fresh, ticking }) => ltp !== null && fresh && (term !== 'intraday' || ticking),
    message: (_, { ltp, fresh }) =>
      ltp === null || !fresh
        ? 'Prices are not up to date, so nothing can be published now.'
        : 'Intraday calls need prices second by second; this market has one price bar a day.',
  },
  {
    id: 'EQ-DOUBT',
    label: 'Nothing keeps its prices from judging a call',
    ok: (_, { doubt }) => doubt === null,
    message: ({ stock }, { doubt }) => (doubt ? doubtText(stock, doubt) : ''),
  },
  {
    id: 'EQ-HOURS',
    label: 'Within publishing hours',
    ok: ({ term }, { phase, time }) => (term === 'intraday' ? phase === 'continuous' && time >= INTRADAY_FROM && time < INTRADAY_TO : phase !== 'preopen'),
    message: ({ term }) =>
      term === 'intraday'
        ? `Intraday calls can be published from ${INTRADAY_FROM} to ${INTRADAY_TO} IST while the market is open.`
        : 'Nothing can be published during the pre-open session (09:00–09:15 IST).',
  },
  {
    id: 'EQ-TICK',
    label: 'Prices on the tick grid',
    ok: (draft, { stock }) => stock === null || offTick(draft, stock.tick) === null,
    message: (draft, { stock }) => offTickText(offTick(draft, stock?.tick ?? 0.01) ?? draft.target, stock?.tick ?? 0.01),
  },
  {
    id: 'EQ-BAND',
    label: 'Entry within today’s price band',
    ok: (draft, { band, ltp }) => band !== null && banded(draft).every((price) => price >= band.low && price <= band.high) && !lockedSide(draft, band, ltp),
    message: (draft, { band, ltp }) =>
      band === null
        ? 'There is no price band for this stock today.'
        : lockedSide(draft, band, ltp)
          ? 'The stock is locked at its circuit limit on this side.'
          : `Today’s price band is ${formatInr(band.low)} to ${formatInr(band.high)}.`,
  },
  {
    id: 'EQ-ENTRY-NEAR',
    label: 'Entry near the last price',
    ok: ({ term }, { ltp, limits }, { entry }) => ltp !== null && Math.abs(entry - ltp) <= (ltp * limits.entryNear[term]) / 100 + 1e-9,
    message: ({ term }, { ltp, limits }) =>
      `The entry must lie within ${limits.entryNear[term]}% of the last price${ltp === null ? '' : ` ${formatInr(ltp)}`}.`,
  },
  {
    id: 'EQ-RANGE-WIDTH',
    label: 'Entry range is narrow',
    ok: ({ entry_mode, entry_low, entry_high, term }, { limits }) =>
      entry_mode === 'range'
        ? entry_low <= entry_high && entry_high - entry_low <= (entry_low * limits.rangeWidth[term]) / 100 + 1e-9
        : entry_low === entry_high,
    message: ({ entry_mode, term }, { limits }) =>
      entry_mode === 'range'
        ? `The range must run from low to high and be at most ${limits.rangeWidth[term]}% wide.`
        : 'A market or limit entry has one price.',
  },
  {
    id: 'EQ-SIDE',
    label: 'Target and stop-loss on the right sides',
    ok: (draft) => sidesProblems(draft).length === 0,
    at: (draft) => sidesProblems(draft),
    message: (draft) => allSentences(sidesProblems(draft)),
  },
  {
    id: 'EQ-TARGET-DISTANCE',
    ofSides: true,
    label: 'Target at a sensible distance',
    ok: ({ term }, { limits }, { hold, potential }) => hold || (potential >= limits.target[term][0] && potential <= limits.target[term][1]),
    message: ({ term }, { limits }, { potential }) =>
      `The target is ${pct(potential)} away; ${limits.target[term][0]}% to ${limits.target[term][1]}% is allowed for this term.`,
  },
  {
    id: 'EQ-STOP-DISTANCE',
    ofSides: true,
    label: 'Stop-loss at a sensible distance',
    ok: ({ term }, { limits }, { stopPct }) => stopPct > 0 && stopPct <= limits.stop[term],
    message: ({ term }, { limits }, { stopPct }) => `The stop-loss is ${pct(stopPct)} away; at most ${limits.stop[term]}% is allowed for this term.`,
  },
  {
    id: 'EQ-RR',
    ofSides: true,
    label: 'Reward at least the risk',
    ok: (_, __, { hold, rewardRisk }) => hold || rewardRisk >= 1,
    message: (_, __, { rewardRisk }) => `Reward to risk is ${formatFloat(rewardRisk)}; at least 1.00 is needed.`,
  },
  {
    id: 'EQ-RR-LOW',
    ofSides: true,
    label: 'Reward at least 1.5 times the risk',
    level: 'warn',
    ok: (_, __, { hold, rewardRisk }) => hold || rewardRisk >= 1.5,
    message: (_, __, { rewardRisk }) => `Reward to risk is only ${formatFloat(rewardRisk)}.`,
  },
  {
    id: 'EQ-VALIDITY',
    label: 'Validity fits the term',
    ok: ({ term, valid_till }, { today, limits, isTradingDay }) => {
      const length = days(today, valid_till);
      return length >= limits.validity[term][0] && length <= limits.validity[term][1] && isTradingDay(valid_till);
    },
    message: ({ term, valid_till }, { today, limits, isTradingDay }) => {
      const [from, to] = limits.validity[term];
      const length = days(today, valid_till);
      if (length >= from && length <= to && !isTradingDay(valid_till)) return 'The market is closed on that day; choose a trading day.';
      return term === 'intraday' ? 'An intraday call is valid today only.' : `The validity must end ${from} to ${to} days from today.`;
    },
  },
  {
    id: 'EQ-DUPLICATE',
    label: 'No other open call on this stock',
    ok: ({ stock }, { open }) => !open.some((call) => call.stock === stock),
    message: ({ stock }) => `You already have an open call on ${stock}.`,
  },
  {
    id: 'EQ-SECTOR-LIMIT',
    label: 'At most 3 open calls in a sector',
    ok: (_, { stock, open, limits }) => stock === null || open.filter((call) => call.sector === stock.sector).length < limits.perSector,
    message: (_, { stock, limits }) => `You already have ${limits.perSector} open calls in ${stock?.sector ?? 'this sector'}.`,
  },
  {
    id: 'EQ-DAILY-LIMIT',
    label: 'At most 10 new calls a day',
    ok: (_, { publishedToday, limits }) => publishedToday < limits.perDay,
    message: (_, { limits }) => `You have published ${limits.perDay} calls today; that is the limit.`,
  },
  {
    id: 'EQ-OPEN-LIMIT',
    label: 'At most 25 open calls',
    ok: (_, { open, limits }) => open.length < limits.open,
    message: (_, { limits }) => `You have ${limits.open} open calls; that is the limit.`,
  },
  {
    id: WORDS,
    label: 'No promises, no contacts',
    ok: (_, __, { texts }) => wordsProblem(texts) === null,
    message: (_, __, { texts }) => wordsProblem(texts) ?? '',
  },
  {
    id: 'EQ-RATIONALE',
    label: 'Reasons in writing',
    ok: ({ rationale }) => reasonsProblems(rationale).length === 0,
    at: ({ rationale }) => reasonsProblems(rationale),
    message: ({ rationale }) => allSentences(reasonsProblems(rationale)),
  },
  {
    id: 'EQ-CONFLICTS',
    label: 'Declared conflicts are explained',
    ok: ({ disclosures }) => conflictsProblem(disclosures) === null,
    message: ({ disclosures }) => conflictsProblem(disclosures) ?? '',
  },
  {
    id: 'EQ-ATTEST',
    label: 'No dealing within 30 days before and 5 days after',
    ok: ({ disclosures }, { author }) => dealingProblem(author, disclosures.attest_30_5, ATTEST) === null,
    message: ({ disclosures }, { author }) => dealingProblem(author, disclosures.attest_30_5, ATTEST) ?? '',
  },
];

const ATTEST = 'Confirm that you have not dealt in this stock for 30 days and will not for 5 days.';

/** The call's prices that matter today: always the entry, and the levels if they must be reached today. */
const banded = (draft: CallDraft): number[] =>
  draft.term === 'intraday' ? [draft.entry_low, draft.entry_high, draft.target, draft.stop_loss] : [draft.entry_low, draft.entry_high];

const lockedSide = (draft: CallDraft, band: { low: number; high: number }, ltp: number | null): boolean =>
  ltp !== null && ((draft.call_type === 'Buy' && ltp >= band.high) || (draft.call_type === 'Sell' && ltp <= band.low));

const offTick = ({ entry_low, entry_high, target, stop_loss, target2, target3 }: CallDraft, tick: number): number | null =>
  [entry_low, entry_high, target, stop_loss, target2, target3].find((price) => price !== undefined && !isOnTick(price, tick)) ?? null;

const offTickText = (price: number, tick: number): string => `${formatInr(price)} is not a multiple of the tick ${formatInr(tick)}.`;

/** Which of stop-loss and target lie on the wrong side of the entry, each with the edge of the entry it has to be beyond. */
function wrongSides({ call_type, entry_low, entry_high, target, stop_loss }: CallDraft): { stop: number | null; target: number | null } {
  const sign = direction(call_type);
  const [first, last] = sign > 0 ? [entry_low, entry_high] : [entry_high, entry_low];
  return { stop: sign * (first - stop_loss) > 0 ? null : first, target: sign * (target - last) > 0 ? null : last };
}

/** Sentences for the levels on a wrong side, each at its field. A further target out of order is told at its own. */
function sidesProblems(draft: CallDraft): FieldSentences {
  const { stop, target } = wrongSides(draft);
  const [loss, gain] = draft.call_type === 'Sell' ? ['above', 'below'] : ['below', 'above'];
  const problems: { field: string; message: string }[] = [];
  if (stop !== null) problems.push({ field: 'stop_loss', message: `For a ${draft.call_type} the stop-loss must be ${loss} the entry (${formatInr(stop)}).` });
  if (target !== null) problems.push({ field: 'target', message: `For a ${draft.call_type} the target must be ${gain} the entry (${formatInr(target)}).` });
  if (draft.entry_low > draft.entry_high) problems.push({ field: 'entry_high', message: 'The entry range must run from low to high.' });
  const further = furtherWrong(draft);
  if (further) problems.push({ field: further, message: 'Every further target must lie beyond the one before.' });
  return problems;
}

/** The first further target that does not lie beyond the one before it, or null. */
function furtherWrong({ call_type, target, target2, target3 }: CallDraft): 'target2' | 'target3' | null {
  const beyond = (price: number, before: number): boolean => direction(call_type) * (price - before) > 0;
  if (target2 !== undefined && !beyond(target2, target)) return 'target2';
  return target3 !== undefined && !beyond(target3, target2 ?? target) ? 'target3' : null;
}

/** Potential return (%) and reward to risk of a draft, from the middle of its entry. */
export function draftFigures(draft: CallDraft): { entry: number; potential_return: number; risk_reward: number } {
  const entry = entryMid(draft.entry_low, draft.entry_high);
  return { entry, potential_return: potentialReturn(draft.call_type, draft.target, entry), risk_reward: riskReward(entry, draft.target, draft.stop_loss) };
}

/** Every rule with its verdict, in display order. Pure: the same draft and context give the same verdicts. */
export function checkDraft(draft: CallDraft, context: PublishContext): RuleResult[] {
  const { entry, potential_return: potential, risk_reward: rewardRisk } = draftFigures(draft);
  const { thesis, trigger, risks, kill_criteria, sources } = draft.rationale;
  const facts: Facts = {
    entry,
    potential,
    rewardRisk,
    stopPct: (Math.abs(roundPaise(entry - draft.stop_loss)) / entry) * 100,
    hold: draft.call_type === 'Hold',
    texts: [thesis, trigger, risks, kill_criteria, ...sources, draft.disclosures.other].join('\n'),
  };
  const { stop, target } = wrongSides(draft);
  const sidesRight = stop === null && target === null;
  return RULES.map((rule) => {
    const label = typeof rule.label === 'string' ? rule.label : rule.label(context);
    if (rule.ofSides && !sidesRight) return { id: rule.id, ok: false, level: rule.level ?? 'block', label, message: '', waits: true };
    const ok = rule.ok(draft, context, facts);
    const level = rule.level ?? 'block';
    if (ok) return { id: rule.id, ok, level, label, message: '' };
    return { id: rule.id, ok, level, label, message: rule.message(draft, context, facts), ...(rule.at && { at: [...rule.at(draft)] }) };
  });
}

/** Why a stop-loss may not be moved there, or null. It moves only towards profit, between the old one and the price, at most five times. */
export function tightenProblem(
  call: { call_type: CallType; stop: number; target: number; moves: number; tick: number; ltp: number | null },
  next: number,
): string | null {
  const sign = direction(call.call_type);
  if (call.moves >= 5) return 'The stop-loss was moved five times; that is the limit.';
  if (!isOnTick(next, call.tick)) return offTickText(next, call.tick);
  if (sign * (next - call.stop) <= 0) return 'A stop-loss can only be moved towards profit.';
  if (sign * (call.target - next) <= 0) return 'The stop-loss must stay on this side of the target.';
  if (call.ltp === null || sign * (call.ltp - next) <= 0) return 'The stop-loss must stay on the safe side of the last price.';
  return null;
}
