import type { DraftLeg, OptionDraft } from '../../../contract/calls/options/types.ts';
import type { RuleResult } from '../../../contract/calls/types.ts';
import { isOnTick, OPTION_TICK } from '../../market/ticks.ts';
import { toPaise } from '../../money/paise.ts';
import { formatDay, formatFloat, formatInr } from '../../text/formats.ts';
import { allSentences, authorLabel, authorProblem, conflictsProblem, dealingProblem, type FieldSentences, wordsProblem } from '../publishing/publish-rules.ts';
import { isSaid, reasonsProblems } from '../publishing/reasons.ts';
import { doubtText } from '../step-words.ts';
import { type LegTerms, premiumOf, units } from './legs.ts';
import { endsOf, outlookProblem } from './lot/outlook.ts';
import { contractName, strikeName } from './names.ts';
import type { ContractFacts, OptionContext } from './publish-context.ts';
import { firstExpiry, strategyOf } from './strategy.ts';
import { riskOf } from './structure.ts';

/** One rule: whether the draft keeps it, and one sentence if not. `of`: what must be right before it can be judged at all. */
interface Rule {
  readonly id: string;
  readonly label: string | ((context: OptionContext) => string);
  readonly level?: 'warn';
  readonly of?: 'legs' | 'quotes' | 'levels';
  /** The sentence of a broken rule, or one for each field where it speaks of several; null or none where it is kept. */
  problem(draft: OptionDraft, context: OptionContext): string | FieldSentences | null;
}

/** The rule for every text of an author in the record: those of a draft, and those added to a call later. */
export const OPTION_WORDS = 'OPT-WORDS';

/** `24,000 call of 1 Dec 2026` */
const legName = (leg: Pick<LegTerms, 'type' | 'strike' | 'expiry'>): string => `${contractName(leg)} of ${formatDay(leg.expiry)}`;

const isWhole = (lots: number): boolean => Number.isInteger(lots) && lots >= 1;
const unless = (ok: boolean, sentence: string): string | null => (ok ? null : sentence);
/** Sentences about target and stop-loss, each at its field. */
const atLevels = (target: string | null, stop: string | null): FieldSentences => [
  ...(target === null ? [] : [{ field: 'target', message: target }]),
  ...(stop === null ? [] : [{ field: 'stop', message: stop }]),
];
/** The sentence for the first leg that breaks a rule. */
const eachLeg = ({ legs }: OptionDraft, broken: (leg: DraftLeg) => string | null): string | null =>
  legs.map(broken).find((sentence) => sentence !== null) ?? null;
const eachContract = (
  draft: OptionDraft,
  context: OptionContext,
  broken: (leg: DraftLeg, facts: ContractFacts, middle: number) => string | null,
): string | null =>
  eachLeg(draft, (leg) => {
    const facts = context.contract(leg);
    return facts === null || facts.bid === null || facts.ask === null ? null : broken(leg, facts, (facts.bid + facts.ask) / 2);
  });

/** ₹ that target and stop-loss stand for; null on the underlying, where they depend on the day. */
export function levelsInRupees({ legs, target, stop }: OptionDraft, lot: number): { gain: number; loss: number } | null {
  if (target.basis === 'pnl') return { gain: target.value, loss: -stop.value };
  if (target.basis !== 'premium') return null;
  const now = premiumOf(
    legs,
    legs.map(({ entry }) => entry),
  );
  const quantity = units(legs) * lot;
  return { gain: toPaise((target.value - now) * quantity), loss: toPaise((now - stop.value) * quantity) };
}

/** About what the call would make, ₹, were the underlying at its levels now; null on another basis, and where the legs can't be valued. */
const levelsEstimated = ({ target, stop }: OptionDraft, { worthAt }: OptionContext): { gain: number; loss: number } | null =>
  target.basis === 'underlying' && worthAt ? { gain: worthAt(target.value), loss: -worthAt(stop.value) } : null;

const hasFuture = ({ legs }: OptionDraft): boolean => legs.some(({ type }) => type === 'FUT');

const RULES: readonly Rule[] = [
  {
    id: 'OPT-AUTHOR',
    label: ({ author }) => authorLabel(author),
    problem: (_, { author }) => authorProblem(author),
  },
  {
    id: 'OPT-UNDERLYING',
    label: 'Options are listed on the underlying',
    problem: ({ underlying }, { underlying: listed }) => {
      if (!listed) return `No options are listed on ${underlying}.`;
      return unless(listed.status === 'active' || listed.status === 'ban', `Trading in ${underlying} is suspended.`);
    },
  },
  {
    id: 'OPT-DOUBT',
    label: 'Nothing keeps its prices from judging a call',
    problem: ({ underlying }, { doubt }) => (doubt ? doubtText(underlying, doubt) : null),
  },
  {
    id: 'OPT-BAN',
    label: 'Not under the F&O ban',
    problem: ({ underlying }, { underlying: listed }) =>
      unless(listed?.status !== 'ban', `${underlying} is under the F&O ban today, which allows no new positions.`),
  },
  {
    id: 'OPT-LEGS',
    label: 'One to four legs',
    problem: ({ legs }, { limits }) => {
      if (legs.length === 0) return 'A call needs at least one leg.';
      return unless(legs.length <= limits.legs, `A call has at most ${limits.legs} legs; this one has ${legs.length}.`);
    },
  },
  {
    id: 'OPT-ONE-UNDERLYING',
    label: 'All legs on one underlying',
    problem: (draft) =>
      eachLeg(draft, (leg) => unless(leg.underlying === draft.underlying, `The leg on ${leg.underlying} does not belong to a call on ${draft.underlying}.`)),
  },
  {
    id: 'OPT-LOTS',
    label: 'Whole lots',
    problem: (draft) =>
      eachLeg(draft, (leg) =>
        unless(isWhole(leg.lots) && leg.lots <= 100, `The ${legName(leg)} has ${leg.lots} lots; a whole number from 1 to 100 is needed.`),
      ),
  },
  {
    id: 'OPT-TWICE',
    label: 'Each contract once',
    problem: ({ legs }) => {
      const names = legs.map(legName);
      const twice = names.find((name, at) => names.indexOf(name) !== at);
      return twice === undefined ? null : `The ${twice} is in two legs; put its lots into one.`;
    },
  },
  {
    id: 'OPT-EXPIRY',
    label: 'Contracts are listed and not expired',
    problem: (draft, { expiries, today, underlying }) =>
      underlying === null
        ? null
        : eachLeg(draft, (leg) => {
            if (leg.expiry < today) return `The ${legName(leg)} has expired.`;
            return unless(expiries.includes(leg.expiry), `No contract of ${draft.underlying} expires on ${formatDay(leg.expiry)}.`);
          }),
  },
  {
    id: 'OPT-STRIKE',
    label: 'Strikes on the exchange’s grid',
    problem: (draft, { expiries, contract, underlying }) =>
      underlying === null
        ? null
        : eachLeg(draft, (leg) => {
            if (!expiries.includes(leg.expiry) || leg.underlying !== draft.underlying) return null;
            if (leg.type === 'FUT')
              return unless(leg.strike === 0 && contract(leg) !== null, `No future of ${draft.underlying} is quoted for ${formatDay(leg.expiry)}.`);
            return unless(contract(leg) !== null, `The strike ${strikeName(leg.strike)} is not listed for ${formatDay(leg.expiry)}.`);
          }),
  },
  {
    id: 'OPT-FEED',
    label: 'Chain is up to date',
    problem: (_, { age, spot, limits }) =>
      unless(age !== null && spot !== null && age <= limits.oldest, 'The option chain is not up to date, so nothing can be published now.'),
  },
  {
    id: 'OPT-RATE',
    label: 'Interest rate known',
    problem: (_, { rate }) => unless(rate !== null && Number.isFinite(rate), 'No interest rate is set, so the probability of profit can’t be computed.'),
  },
  {
    id: 'OPT-HOURS',
    label: 'Within publishing hours',
    problem: (_, { phase, time, limits: { from, to } }) =>
      unless(
        (phase === 'continuous' || phase === 'auction') && time >= from && time < to,
        `Option calls can be published from ${from} to ${to} IST on trading days.`,
      ),
  },
  {
    id: 'OPT-EXPIRY-DAY',
    label: 'Not in the last hours of a contract',
    problem: (draft, { today, time, limits: { expiryDayTo } }) =>
      eachLeg(draft, (leg) =>
        unless(leg.expiry !== today || time < expiryDayTo, `The ${legName(leg)} expires today; such calls can be published until ${expiryDayTo} IST.`),
      ),
  },
  {
    id: 'OPT-QUOTED',
    label: 'Every leg has a bid and an ask',
    of: 'legs',
    problem: (draft, { contract }) =>
      eachLeg(draft, (leg) => {
        const facts = contract(leg);
        return unless(
          facts === null || (facts.bid !== null && facts.ask !== null),
          `The ${legName(leg)} has no ${facts?.bid === null ? 'bid' : 'ask'} at the moment.`,
        );
      }),
  },
  {
    id: 'OPT-SPREAD',
    label: 'Narrow quotes',
    of: 'legs',
    problem: (draft, context) =>
      eachContract(draft, context, (leg, { bid, ask }, middle) => {
        const { spread, spreadPct } = context.limits;
        const wide = toPaise(ask! - bid!);
        return unless(
          wide <= spread || wide <= (middle * spreadPct) / 100 + 1e-9,
          `Bid and ask of the ${legName(leg)} are ${formatInr(wide)} apart; at most ${spreadPct}% of the price or ${formatInr(spread)} is allowed.`,
        );
      }),
  },
  {
    id: 'OPT-INTEREST',
    label: 'Enough open interest',
    of: 'legs',
    problem: (draft, context) =>
      eachContract(draft, context, (leg, { oi }) => {
        const { underlying, limits } = context;
        const lots = oi / (underlying?.lot || 1);
        const least = limits.interest[underlying?.kind ?? 'index'];
        return unless(
          leg.type === 'FUT' || lots >= least,
          `The ${legName(leg)} has an open interest of ${Math.floor(lots)} lots; at least ${least} are needed.`,
        );
      }),
  },
  {
    id: 'OPT-PREMIUM',
    label: 'Premium of at least ₹2',
    of: 'legs',
    problem: (draft, context) =>
      eachContract(draft, context, (leg, _, middle) =>
        unless(
          leg.type === 'FUT' || middle >= context.limits.premium,
          `The ${legName(leg)} costs ${formatInr(middle)}; at least ${formatInr(context.limits.premium)} is needed.`,
        ),
      ),
  },
  {
    id: 'OPT-ENTRY-NEAR',
    label: 'Entries near the quotes',
    of: 'legs',
    problem: (draft, context) =>
      eachContract(draft, context, (leg, _, middle) => {
        const { near, nearPct } = context.limits;
        const away = Math.abs(leg.entry - middle);
        return unless(
          away <= near + 1e-9 || away <= (middle * nearPct) / 100 + 1e-9,
          `The entry of the ${legName(leg)} must lie within ${nearPct}% or ${formatInr(near)} of ${formatInr(middle)}.`,
        );
      }),
  },
  {
    id: 'OPT-OUTLOOK',
    label: 'The legs pay for the declared outlook',
    of: 'legs',
    problem: ({ legs, outlook }, { spot, move, underlying }) => {
      const ends = spot === null || move === null ? null : endsOf(legs, underlying?.lot ?? 1, spot, move);
      return ends && outlookProblem(outlook, ends);
    },
  },
  {
    id: 'OPT-BASIS',
    label: 'Target and stop-loss on one basis',
    problem: ({ target, stop }) =>
      unless(target.basis === stop.basis, `The target is on ${BASIS[target.basis]} and the stop-loss on ${BASIS[stop.basis]}; both need the same basis.`),
  },
  {
    id: 'OPT-PAISE',
    label: 'Levels in whole paise',
    problem: ({ target, stop }) => {
      const whole = ({ value }: { value: number }): boolean => toPaise(value) === value;
      return atLevels(
        unless(whole(target), 'The target has a part of a paisa; two decimals are the most.'),
        unless(whole(stop), 'The stop-loss has a part of a paisa; two decimals are the most.'),
      );
    },
  },
  {
    id: 'OPT-ZERO',
    label: 'Levels on their side of zero',
    of: 'levels',
    problem: (draft) => {
      const { target, stop, legs } = draft;
      if (target.basis === 'underlying') return unless(target.value > 0 && stop.value > 0, 'A level of the underlying must be above zero.');
      if (target.basis !== 'premium') return null;
      if (hasFuture(draft)) return 'With a future among the legs, set the levels on profit or on the underlying.';
      const now = premiumOf(
        legs,
        legs.map(({ entry }) => entry),
      );
      if (now === 0) return 'The net premium is zero, so levels can’t be set on it.';
      return unless(
        now * target.value >= 0 && now * stop.value >= 0,
        'A level on the premium can’t lie beyond zero: what was paid stays paid, and what was received stays received.',
      );
    },
  },
  {
    id: 'OPT-SIDE',
    label: 'Target and stop-loss on the right sides',
    of: 'levels',
    problem: (draft, { spot }) => {
      const { target, stop, legs } = draft;
      if (target.basis === 'pnl') {
        return atLevels(
          unless(target.value > 0, 'The target must be a profit: more than ₹0.'),
          unless(stop.value < 0, 'The stop-loss must be a loss: less than ₹0.'),
        );
      }
      if (target.basis === 'premium') {
        const now = premiumOf(
          legs,
          legs.map(({ entry }) => entry),
        );
        return atLevels(
          unless(target.value > now, `On premium the target must be above the net premium ${formatFloat(now)}; what is received counts below zero.`),
          unless(stop.value < now, `On premium the stop-loss must be below the net premium ${formatFloat(now)}; what is received counts below zero.`),
        );
      }
      if (spot === null) return null;
      return unless(
        (target.value - spot) * (stop.value - spot) < 0,
        `Target and stop-loss must lie on different sides of the underlying at ${formatFloat(spot)}.`,
      );
    },
  },
  {
    id: 'OPT-EARNS',
    label: 'On the underlying, a target that earns and a stop-loss that costs',
    of: 'levels',
    problem: (draft, context) => {
      const worth = levelsEstimated(draft, context);
      if (worth === null) return null;
      return atLevels(
        unless(worth.gain > 0, `The target earns nothing: with the underlying there now the call would make about ${formatInr(worth.gain)}.`),
        unless(worth.loss > 0, `The stop-loss costs nothing: with the underlying there now the call would make about ${formatInr(-worth.loss)}.`),
      );
    },
  },
  {
    id: 'OPT-RR',
    label: 'Reward at least the risk',
    of: 'levels',
    problem: (draft, context) => {
      const estimated = levelsEstimated(draft, context);
      const worth = estimated ?? levelsInRupees(draft, context.underlying?.lot ?? 1);
      if (worth === null || worth.loss <= 0 || worth.gain >= worth.loss) return null;
      const [gain, loss] = [formatInr(worth.gain), formatInr(worth.loss)];
      return estimated
        ? `With the underlying there now the target would earn about ${gain} and the stop-loss cost about ${loss}; the target must be at least as much.`
        : `The target earns ${gain} and the stop-loss costs ${loss}; the target must be at least as much.`;
    },
  },
  {
    id: 'OPT-STOP-RISK',
    label: 'Stop-loss within what is at risk',
    of: 'levels',
    // On the underlying no level reaches beyond it: whatever the price, a structure of limited risk loses no more.
    problem: (draft, { underlying, figures }) => {
      const worth = levelsInRupees(draft, underlying?.lot ?? 1);
      if (!worth || !figures) return null;
      const { risk } = riskOf(draft.legs, figures);
      return unless(worth.loss <= risk, `The stop-loss costs ${formatInr(worth.loss)}, more than the ${formatInr(risk)} at risk.`);
    },
  },
  {
    id: 'OPT-REACH',
    label: 'Target within the highest profit',
    of: 'levels',
    problem: (draft, { underlying, figures }) => {
      const worth = levelsInRupees(draft, underlying?.lot ?? 1);
      const most = figures?.max_profit ?? null;
      return unless(
        worth === null || most === null || worth.gain <= most,
        `The target earns ${formatInr(worth?.gain ?? 0)}; this structure can earn ${formatInr(most ?? 0)} at most.`,
      );
    },
  },
  {
    id: 'OPT-NAKED-CAUTION',
    label: 'A caution for risk without a limit',
    of: 'quotes',
    problem: ({ caution }, { figures }) =>
      unless(
        figures === null || figures.defined_risk || isSaid(caution, 40),
        'A leg is sold without cover: say in at least 40 characters how large the loss can become, and why it is worth it.',
      ),
  },
  {
    id: 'OPT-NAKED-STOP',
    label: 'A stop-loss in ₹ for risk without a limit',
    of: 'quotes',
    problem: ({ stop }, { figures }) =>
      unless(figures === null || figures.defined_risk || stop.basis === 'pnl', 'A leg is sold without cover: such a call needs its stop-loss in ₹ of loss.'),
  },
  {
    id: 'OPT-LIMIT',
    label: 'Net limit near the entries, on the tick grid',
    of: 'legs',
    // Every quote lies on the grid, and so does a net of them: a limit between two of its steps says another price than it means.
    problem: ({ net_limit, legs }) => {
      if (net_limit === null) return null;
      if (toPaise(net_limit) !== net_limit) return 'The net limit has a part of a paisa; two decimals are the most.';
      if (!isOnTick(net_limit, OPTION_TICK)) return `The net limit ${formatFloat(net_limit)} is not a multiple of the tick ${formatInr(OPTION_TICK)}.`;
      const now = premiumOf(
        legs,
        legs.map(({ entry }) => entry),
      );
      return unless(
        Math.abs(net_limit - now) <= Math.max(5, Math.abs(now) * 0.1) + 1e-9,
        `The net limit must lie within 10% or ₹5.00 of the net premium ${formatFloat(now)}.`,
      );
    },
  },
  {
    id: 'OPT-VALIDITY',
    label: 'Valid until the first expiry at most',
    problem: ({ legs, valid_till }, { today, isTradingDay }) => {
      if (valid_till < today) return 'The validity can’t end in the past.';
      if (legs.length > 0 && valid_till > firstExpiry(legs)) return `The validity must end by the first expiry, ${formatDay(firstExpiry(legs))}.`;
      return unless(isTradingDay(valid_till), 'The market is closed on that day; choose a trading day.');
    },
  },
  {
    id: 'OPT-DUPLICATE',
    label: 'No other open call of this kind',
    problem: ({ underlying, legs }, { open }) => {
      const [strategy, expiry] = [strategyOf(legs), firstExpiry(legs)];
      return unless(
        !open.some((call) => call.stock === underlying && call.strategy === strategy && call.expiry === expiry),
        `You already have an open call of this kind on ${underlying} for ${formatDay(expiry)}.`,
      );
    },
  },
  {
    id: 'OPT-DAILY-LIMIT',
    label: 'At most 6 new option calls a day',
    problem: (_, { publishedToday, limits }) =>
      unless(publishedToday < limits.perDay, `You have published ${limits.perDay} option calls today; that is the limit.`),
  },
  {
    id: 'OPT-OPEN-LIMIT',
    label: 'At most 10 open option calls',
    problem: (_, { open, limits }) => unless(open.length < limits.open, `You have ${limits.open} open option calls; that is the limit.`),
  },
  {
    id: 'OPT-CONCENTRATION',
    label: 'Open interest is spread',
    level: 'warn',
    of: 'legs',
    problem: (draft, context) =>
      eachContract(draft, context, (leg, { oi, ofExpiry }) => {
        const share = ofExpiry > 0 ? (100 * oi) / ofExpiry : 0;
        return unless(
          leg.type === 'FUT' || share <= context.limits.concentrationPct,
          `${formatFloat(share)}% of the open interest of its expiry lies in the ${legName(leg)}.`,
        );
      }),
  },
  {
    id: OPTION_WORDS,
    label: 'No promises, no contacts',
    problem: ({ rationale: { thesis, trigger, risks, kill_criteria, sources }, disclosures, caution }) =>
      wordsProblem([thesis, trigger, risks, kill_criteria, ...sources, disclosures.other, caution].join('\n')),
  },
  {
    id: 'OPT-RATIONALE',
    label: 'Reasons in writing',
    problem: ({ rationale }) => reasonsProblems(rationale),
  },
  {
    id: 'OPT-CONFLICTS',
    label: 'Declared conflicts are explained',
    problem: ({ disclosures }) => conflictsProblem(disclosures),
  },
  {
    id: 'OPT-BASE-RATE',
    label: 'You have read how many lose',
    problem: ({ base_rate_read }) => unless(base_rate_read, 'Confirm that you have read how many who trade options lose.'),
  },
  {
    id: 'OPT-ATTEST',
    label: 'No dealing within 30 days before and 5 days after',
    problem: ({ disclosures }, { author }) =>
      dealingProblem(author, disclosures.attest_30_5, 'Confirm that you have not dealt in this underlying for 30 days and will not for 5 days.'),
  },
];

const BASIS = { pnl: 'profit', premium: 'premium', underlying: 'the underlying' } as const;
/** What must hold before the rules on legs, quotes and levels say anything. */
const BEFORE: Readonly<Record<NonNullable<Rule['of']>, readonly string[]>> = {
  legs: ['OPT-UNDERLYING', 'OPT-LEGS', 'OPT-ONE-UNDERLYING', 'OPT-LOTS', 'OPT-EXPIRY', 'OPT-STRIKE'],
  quotes: ['OPT-UNDERLYING', 'OPT-LEGS', 'OPT-ONE-UNDERLYING', 'OPT-LOTS', 'OPT-EXPIRY', 'OPT-STRIKE', 'OPT-QUOTED', 'OPT-RATE'],
  levels: ['OPT-LEGS', 'OPT-LOTS', 'OPT-BASIS', 'OPT-PAISE', 'OPT-ZERO', 'OPT-SIDE', 'OPT-EARNS'],
};
/** What a rule that is not judged yet waits for. */
const WAITS_FOR: Readonly<Record<NonNullable<Rule['of']>, string>> = {
  legs: 'Judged once every leg is a listed contract in whole lots.',
  quotes: 'Judged once every leg has a bid and an ask.',
  levels: 'Judged once target and stop-loss are on the right sides.',
};

/** Every rule with its verdict, in display order. Pure: the same draft and context give the same verdicts. */
export function checkOptionDraft(draft: OptionDraft, context: OptionContext): RuleResult[] {
  const broken = new Set<string>();
  return RULES.map((rule) => {
    const { id, of, level = 'block' } = rule;
    const label = typeof rule.label === 'string' ? rule.label : rule.label(context);
    if (of && BEFORE[of].some((other) => other !== id && broken.has(other))) return { id, ok: false, level, label, message: WAITS_FOR[of], waits: true };
    const problem = rule.problem(draft, context);
    const at = typeof problem === 'string' || problem === null ? [] : [...problem];
    const message = typeof problem === 'string' ? problem : allSentences(at);
    if (message === '') return { id, ok: true, level, label, message };
    broken.add(id);
    return { id, ok: false, level, label, message, ...(at.length > 0 && { at }) };
  });
}
