import type { Difference, LivePrices, StoredDay, StoredSeconds, SymbolHole } from './live-prices.store.ts';
import type { Stretch } from './stretches.ts';
import type { SecondPrice, Span } from './symbol-day.ts';

interface Day {
  readonly cover: Map<number, number>;
  readonly seconds: Map<string, Map<number, SecondPrice>>;
  readonly volumes: Map<string, Map<number, number>>;
  readonly spans: Map<string, Span[]>;
  readonly holes: Map<string, SymbolHole>;
  days: readonly StoredDay[];
}

/** The store of a live feed without a database, which outlives a restart of the feed. */
export function memoryPrices(): Pick<LivePrices, keyof LivePrices> {
  const days = new Map<string, Day>();
  const whole = new Set<string>();
  const differences = new Map<string, Difference & { readonly foundAt: Date }>();
  const dayOf = (day: string): Day => {
    const own = days.get(day) ?? { cover: new Map(), seconds: new Map(), volumes: new Map(), spans: new Map(), holes: new Map(), days: [] };
    days.set(day, own);
    return own;
  };
  const into = <V>(map: Map<string, Map<number, V>>, symbol: string): Map<number, V> => {
    const own = map.get(symbol) ?? new Map<number, V>();
    map.set(symbol, own);
    return own;
  };
  return {
    async append(day, fresh, cover, holes = []) {
      for (const hole of holes) dayOf(day).holes.set(`${hole.symbol} ${hole.from}`, hole);
      for (const { symbol, seconds } of fresh) for (const one of seconds) into(dayOf(day).seconds, symbol).set(one.second, one);
      if (cover) dayOf(day).cover.set(cover.from, Math.max(cover.to, dayOf(day).cover.get(cover.from) ?? 0));
    },
    async storeMinutes(day, minutes, soFar) {
      for (const { symbol, minute, volume } of minutes) into(dayOf(day).volumes, symbol).set(minute, volume);
      dayOf(day).days = soFar.map((one) => ({ ...one }));
    },
    async storeSpans(day, symbol, spans) {
      dayOf(day).spans.set(symbol, [...(dayOf(day).spans.get(symbol) ?? []), ...spans]);
    },
    async cover(day): Promise<Stretch[]> {
      return [...dayOf(day).cover].map(([from, to]) => ({ from, to }));
    },
    async holes(day) {
      return [...dayOf(day).holes.values()];
    },
    async seconds(day, symbol) {
      const found = new Map<string, StoredSeconds>();
      for (const [name, own] of dayOf(day).seconds) {
        if (symbol !== null && name !== symbol) continue;
        const seconds = [...own.values()].toSorted((a, b) => a.second - b.second);
        found.set(name, { seconds, volumes: [...into(dayOf(day).volumes, name)] });
      }
      return found;
    },
    async spans(day, symbol) {
      return new Map([...dayOf(day).spans].filter(([name]) => symbol === null || name === symbol));
    },
    async days(from, to) {
      return new Map([...days].filter(([day]) => day >= from && day <= to).map(([day, own]) => [day, [...own.days]]));
    },
    async record() {
      const covered = [...days].filter(([, { cover }]) => cover.size > 0).map(([day]) => day);
      return { first: covered.toSorted()[0] ?? null, whole: new Set(whole) };
    },
    async markWhole(day) {
      whole.add(day);
    },
    async storeDifferences(found) {
      for (const one of found) {
        const key = `${one.day} ${one.symbol} ${one.field}`;
        differences.set(key, { ...one, foundAt: differences.get(key)?.foundAt ?? new Date(0) });
      }
    },
    async openDifferences() {
      return [...differences.values()];
    },
  };
}
