import { snapToTick } from '@vimarsh/shared/domain/market/ticks.ts';
import { amountOf } from '@vimarsh/shared/domain/text/typed-amount.ts';

/** The price typed; NaN where there is none that is certain. */
export function priceOf(typed: string): number {
  const price = amountOf(typed);
  return price < 0 ? Number.NaN : price;
}

/** One tick (₹) up or down from the typed price. A price between ticks first moves to the next tick. Never below one tick. */
export function stepPrice(value: number, tick: number, direction: 1 | -1): number {
  const from = snapToTick(value, tick, direction === 1 ? 'down' : 'up');
  return Math.max(tick, snapToTick(from + direction * tick, tick));
}

/** As the field shows it: two decimals and no grouping, so that it stays easy to edit. */
export const typedPrice = (value: number): string => value.toFixed(2);

/** Keys in a price field: the arrows move it by one tick, Page Up and Page Down by ten. */
export const tickKeys =
  (typed: string, tick: number, change: (typed: string) => void) =>
  (event: { key: string; preventDefault: () => void }): void => {
    const steps = { ArrowUp: 1, ArrowDown: -1, PageUp: 10, PageDown: -10 }[event.key];
    const from = priceOf(typed);
    if (!steps || Number.isNaN(from)) return;
    event.preventDefault();
    let price = from;
    for (let stepsLeft = Math.abs(steps); stepsLeft > 0; stepsLeft -= 1) price = stepPrice(price, tick, steps > 0 ? 1 : -1);
    change(typedPrice(price));
  };
