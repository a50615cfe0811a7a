import { readCandles } from '@vimarsh/shared/contract/market.contract.ts';
import { useQuery } from '@vimarsh/shared/kit/query.ts';
import { CandleChart } from '@vimarsh/shared/ui/candle-chart.tsx';
import { Card } from '../insight/parts.view.tsx';

const SESSIONS = 120;

/** Half a year of daily candles, in a box that keeps its place while they come. */
export function Candles({ symbol }: { symbol: string }) {
  const { data } = useQuery(readCandles, { query: { symbol, interval: '1d', limit: String(SESSIONS) } });
  return (
    <Card title={`Daily candles, ${SESSIONS} sessions`}>
      <div style={{ minHeight: 300 }}>
        {data && data.length > 1 ? <CandleChart label={`${symbol}, daily candles of ${data.length} sessions`} candles={data} interval="1d" /> : null}
      </div>
    </Card>
  );
}
