export interface Candle {
  /** UTC instant. */
  readonly t: string;
  readonly o: number;
  readonly h: number;
  readonly l: number;
}

export interface TradedStock {
  readonly stock: string;
  readonly candles: readonly Candle[];
}

/** Every active stock with its 5-minute candles of an IST day, by a server whose clock stands at the evening of that day or later. */
export async function readDay(portal: string, day: string): Promise<TradedStock[]> {
  const read = async <T>(path: string): Promise<T> => {
    const answer = await fetch(portal + path);
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return ((await answer.json()) as { data: T }).data;
  };
  const traded: TradedStock[] = [];
  for (const { symbol, kind, status } of await read<{ symbol: string; kind: string; status: string }[]>('/market/v1/instruments?limit=100')) {
    if (kind !== 'equity' || status !== 'active') continue;
    const query = new URLSearchParams({ symbol, interval: '5m', from: day, to: day, limit: '100' });
    traded.push({ stock: symbol, candles: await read<readonly Candle[]>(`/market/v1/candles?${query}`) });
  }
  return traded;
}
