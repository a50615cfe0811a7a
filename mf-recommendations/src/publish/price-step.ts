import { snapToTick } from '@vimarsh/shared/domain/ticks.ts';
import { priceOf } from './call-form.ts';

/** One tick (₹) up or down from what is typed; a price between ticks first lands on the next one in that direction. Never below one tick. */
export function stepPrice(value: number, tick: number, direction: 1 | -1): number {
  const from = snapToTick(value, tick, direction === 1 ? 'down' : 'up');
  return Math.max(tick, snapToTick(from + direction * tick, tick));
}

/** As the field shows it: two decimals, no grouping, so that it can be edited on. */
export const typedPrice = (value: number): string => value.toFixed(2);

/** Arrow keys in a price field: up and down by one tick, Page keys by ten. */
export const tickKeys =
  (typed: string, tick: number, change: (typed: string) => void) =>
  (event: { key: string; preventDefault: () => void }): void => {
    const steps = { ArrowUp: 1, ArrowDown: -1, PageUp: 10, PageDown: -10 }[event.key];
    const from = priceOf(typed);
    if (!steps || Number.isNaN(from)) return;
    event.preventDefault();
    let price = from;
    for (let left = Math.abs(steps); left > 0; left -= 1) price = stepPrice(price, tick, steps > 0 ? 1 : -1);
    change(typedPrice(price));
  };
