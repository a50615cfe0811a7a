import { setImmediate as nextTurn } from 'node:timers/promises';
import type { LevelCondition } from '@vimarsh/shared/contract/alerts/types.ts';
import { istDay } from '@vimarsh/shared/domain/market/calendar.ts';
import type { Bar, OptionChain } from '../market/index.ts';
import type { AlertFigures, AlertMarket } from './figures.ts';
import type { FigureReading, LevelIndex, Waits, WatchedAlert } from './level-index.ts';
import type { StepDoubts } from './step-doubts.ts';

/** What a stretch of a figure did to an alert. */
export interface AlertOutcome {
  readonly what: 'fired' | 'back';
  readonly alert: WatchedAlert;
  /** Market time, ms: the end of the stretch. */
  readonly at: number;
  /** The figure there, in its unit. */
  readonly figure: number;
}

/** Prices, chains and clock by which alerts are judged. */
export interface AlertPrices {
  readonly market: AlertMarket;
  readonly figures: AlertFigures;
  readonly doubts: StepDoubts;
}

/** Bars judged before everybody else has a turn. */
const TURN = 2_000;

/**
 * Judges all alerts that wait on a figure by what the market did in `(from, to]`: the bars and the looks at chains that also close calls.
 * Where a step of the price has no explanation yet, those whose level is of before it wait. The index is moved on; nothing is stored. In the order in which it happened, the same however the time is cut.
 */
export async function judgeAlerts(index: LevelIndex, { market, figures, doubts }: AlertPrices, from: Date, to: Date): Promise<AlertOutcome[]> {
  const outcomes: AlertOutcome[] = [];
  const judge = (name: string, reading: FigureReading): void => {
    const day = istDay(new Date(reading.start));
    const waits: Waits = ({ condition, levelDay }) => doubts.of(condition, levelDay, day) !== null;
    const { fired, back } = index.judge(name, reading, waits);
    for (const alert of fired) outcomes.push({ what: 'fired', alert, at: reading.end, figure: alert.condition.side === 'above' ? reading.high : reading.low });
    for (const alert of back) outcomes.push({ what: 'back', alert, at: reading.end, figure: reading.close });
  };
  const [byPrice, byInterest] = [new Map<string, Set<string>>(), new Map<string, [string, LevelCondition][]>()];
  for (const [name, condition] of index.measures()) {
    if (condition.kind === 'oi') byInterest.set(condition.symbol, [...(byInterest.get(condition.symbol) ?? []), [name, condition]]);
    else byPrice.set(condition.symbol, (byPrice.get(condition.symbol) ?? new Set()).add(condition.kind));
  }

  let judged = 0;
  for (const [symbol, kinds] of byPrice) {
    if (!market.instrument(symbol)) continue;
    for (const bar of await market.bars(symbol, from, to)) {
      await judgeBar(symbol, kinds, bar);
      judged += 1;
      if (judged % TURN === 0) await nextTurn();
    }
  }
  for (const [symbol, measures] of byInterest) {
    for (const { at } of await market.options.beats(symbol, from, to)) {
      const chains = new Map<string, OptionChain | null>();
      for (const [name, condition] of measures) {
        const figure = await figures.interest(condition, at, chains);
        if (figure !== null) judge(name, { start: at.getTime(), end: at.getTime(), high: figure, low: figure, close: figure });
      }
      await nextTurn();
    }
  }
  return outcomes.sort((one, other) => one.at - other.at || (one.alert.id < other.alert.id ? -1 : one.alert.id > other.alert.id ? 1 : 0));

  async function judgeBar(symbol: string, kinds: ReadonlySet<string>, { start, end, h, l, c }: Bar): Promise<void> {
    const time = { start: start.getTime(), end: end.getTime() };
    if (kinds.has('price')) judge(`price ${symbol}`, { ...time, high: h, low: l, close: c });
    if (kinds.size === 1 && kinds.has('price')) return;
    // A percentage and an RSI rise with the price, so the bar's ends have theirs.
    const day = istDay(start);
    for (const kind of ['percent', 'rsi'] as const) {
      if (!kinds.has(kind)) continue;
      const [high, low, close] = [await figures[kind](symbol, day, h), await figures[kind](symbol, day, l), await figures[kind](symbol, day, c)];
      if (high !== null && low !== null && close !== null) judge(`${kind} ${symbol}`, { ...time, high, low, close });
    }
  }
}
