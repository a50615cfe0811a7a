import { NOTHING_KNOWN } from '../instruments/known-instruments.ts';
import { LiveMarket } from '../live-market.ts';
import type { Market } from '../market.ts';
import { MarketTime } from '../market-time.ts';
import type { AdjustmentRow } from './actions/adjustment-layout.ts';
import { actionKey, effectOf, knownActions } from './actions/known-actions.ts';
import { FilesFeed } from './files-feed.ts';

/** A day of one share as its file has it; `name`: the symbol it traded under, where that was another. */
export interface RowOfDay {
  readonly day: string;
  readonly o: number;
  readonly h: number;
  readonly l: number;
  readonly c: number;
  readonly name?: string;
}

/** A line of a list of corporate actions. */
export interface LineOfList {
  readonly symbol: string;
  readonly day: string;
  readonly purpose: string;
  readonly face?: number;
}

export interface RowsOnFile {
  readonly rows: Readonly<Record<string, readonly RowOfDay[]>>;
  readonly lines?: readonly LineOfList[];
  readonly adjustments?: readonly AdjustmentRow[];
}

/** A market of imported files without a database, which stands still at an instant. */
export async function marketOfRows({ rows, lines = [], adjustments = [] }: RowsOnFile, at: Date): Promise<{ market: Market; feed: FilesFeed }> {
  const all = [...new Set(Object.values(rows).flatMap((own) => own.map(({ day }) => day)))].toSorted();
  const imported = async () => at;
  const shares = new Map(
    Object.entries(rows).map(([symbol, own]) => [
      symbol,
      own.map(({ name = symbol, day, o, h, l, c }, before) => ({
        symbol: name,
        file: null,
        bar: { day, o, h, l, c, v: 100_000, prev_close: own[before - 1]?.c ?? o },
      })),
    ]),
  );
  const listed = lines.map(({ symbol, day, purpose, face = null }) => {
    const row = { symbol, day, purpose, ratio: null, dividend: null, face_value: face };
    return { ...row, effect: effectOf(row) };
  });
  const known = async (symbols: readonly string[]) =>
    knownActions(
      listed.filter(({ symbol }) => symbols.includes(symbol)).toSorted((one, other) => (actionKey(one) < actionKey(other) ? -1 : 1)),
      adjustments.filter(({ symbol }) => symbols.includes(symbol)),
      [],
    );
  const stores = {
    days: { latestImport: imported, days: async () => all, shares: async () => new Map(shares) },
    actions: { latestImport: imported, known },
    bans: { latestImport: imported, known: async () => new Map() },
    instruments: { latestImport: imported, known: async () => NOTHING_KNOWN },
  };
  const feed = new FilesFeed(stores, Object.keys(rows), { clock: () => at.getTime() });
  await feed.refresh();
  const time = new MarketTime({ start: at, wall: () => 0 });
  const market = new LiveMarket({ feed, time, firstDay: all[0]!, onError: () => undefined });
  return { market, feed };
}
