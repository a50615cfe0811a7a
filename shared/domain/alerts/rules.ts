import type { AlertCondition, LevelCondition } from '../../contract/alerts/types.ts';

/** Whether a figure decides it; otherwise a new call does. */
export const isLevel = (condition: AlertCondition): condition is LevelCondition => 'value' in condition;

/** Whether it waits on a figure that not every plan includes (product D.4): the right is asked when it is set and when it would be told. */
export const isCondition = ({ kind }: AlertCondition): boolean => kind === 'rsi' || kind === 'oi';

/** Equal for conditions that wait for the same, and for no others. */
export function alertKey(condition: AlertCondition): string {
  if (!isLevel(condition)) return `${condition.kind} ${condition.kind === 'call_stock' ? condition.symbol : condition.user_id}`;
  return `${measureOf(condition)} ${condition.side} ${condition.value}`;
}

/** The figure it waits on, by name: what all alerts of one measure are judged by. */
export function measureOf(condition: LevelCondition): string {
  const { kind, symbol } = condition;
  if (condition.kind !== 'oi' || !condition.contract) return `${kind} ${symbol}`;
  const { expiry, strike, type } = condition.contract;
  return `${kind} ${symbol} ${expiry} ${strike} ${type}`;
}

/** The level in the unit of its figure: a move downwards is a figure below zero. `shares` for one share of then, where it was split since. */
export function levelOf({ kind, side, value }: LevelCondition, shares = 1): number {
  if (kind === 'price') return value / shares;
  return kind === 'rsi' || side === 'above' ? value : -value;
}

/** So far it has to come back before it counts again, so that a price that trembles at a level is not told over and over. */
const BACK = { price: 0.005, percent: 0.5, rsi: 2, oi: 2 } as const;

/** A repeating alert that fired is armed again once its figure is on the other side of this: 0.5 % of a price, half a point of a move, two of an RSI or of open interest. */
export function backAt(condition: LevelCondition, shares = 1): number {
  const { kind, side } = condition;
  const level = levelOf(condition, shares);
  const distance = kind === 'price' ? level * BACK.price : BACK[kind];
  return side === 'above' ? level - distance : level + distance;
}

/** Whether a figure stands at or beyond the level. */
export function isReached(condition: LevelCondition, figure: number, shares = 1): boolean {
  const level = levelOf(condition, shares);
  return condition.side === 'above' ? figure >= level : figure <= level;
}
