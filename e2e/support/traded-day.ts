export interface Candle {
  /** UTC instant. */
  readonly t: string;
  readonly o: number;
  readonly h: number;
  readonly l: number;
}

/** Every active stock with its 5-minute candles of an IST day, from an instant on. A stack of that evening knows the whole day. */
export async function tradedDay(portal: string, day: string, since: string): Promise<{ stock: string; candles: readonly Candle[] }[]> {
  const listed = (await (await fetch(`${portal}/market/v1/instruments?limit=100`)).json()) as { data: { symbol: string; kind: string; status: string }[] };
  const traded: { stock: string; candles: readonly Candle[] }[] = [];
  for (const { symbol, kind, status } of listed.data) {
    if (kind !== 'equity' || status !== 'active') continue;
    const query = new URLSearchParams({ symbol, interval: '5m', from: day, to: day, limit: '100' });
    const { data } = (await (await fetch(`${portal}/market/v1/candles?${query}`)).json()) as { data: readonly Candle[] };
    traded.push({ stock: symbol, candles: data.filter(({ t }) => t >= since) });
  }
  return traded;
}
