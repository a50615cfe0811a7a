import { css } from '@emotion/react';
import type { Call } from '@vimarsh/shared/contract/calls/types.ts';
import { readCandlesInsight } from '@vimarsh/shared/contract/candles-insight/routes.ts';
import type { CandleInterval } from '@vimarsh/shared/contract/candles-insight/types.ts';
import { istDay } from '@vimarsh/shared/domain/market/ist-day.ts';
import { useQuery } from '@vimarsh/shared/kit/query/query.ts';
import { CandleChart } from '@vimarsh/shared/ui/charts/candle-chart.tsx';
import { Chip } from '@vimarsh/shared/ui/fields/chip.tsx';
import { controlCss } from '@vimarsh/shared/ui/fields/field.tsx';
import { useMemo, useState } from 'react';
import { callMarks, callName, drawable, endedName, firstDrawn, fits, levelsOf, plainName } from './drawn-calls.ts';
import { useFreshCalls, useStockCalls } from './read-calls.ts';
import { TOLD } from './read-insight.ts';
import { PartState } from './stock-part.tsx';

const REFRESH_MS = 60_000;
const HEIGHT = 320;
const SPANS = [
  { interval: '5m', label: '5 min' },
  { interval: '1h', label: '1 h' },
  { interval: '1d', label: 'Day' },
  { interval: '1w', label: 'Week' },
] as const satisfies readonly { interval: CandleInterval; label: string }[];
type Span = (typeof SPANS)[number]['interval'];
/** Told to those who can't see the axis. */
const SPOKEN = { '5m': '5-minute', '1h': 'hourly', '1d': 'daily', '1w': 'weekly' } as const;
/** "No call": the chart without lines. */
const NONE = '-';

const barCss = css`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: var(--s-8);
  margin: 0 0 var(--s-8);
  & fieldset {
    display: flex;
    gap: var(--s-4);
    margin: 0;
    padding: 0;
    border: 0;
  }
`;
const levelsCss = css`
  width: 100%;
  max-width: 420px;
  margin-top: var(--s-8);
`;
const noteCss = css`
  margin-top: var(--s-8);
  font-size: var(--t-12);
  color: var(--ink-3);
`;

const endedCss = css`
  margin: 0 0 var(--s-8);
  font-size: var(--t-13);
  color: var(--ink-2);
`;
const LEVELS_OF_THE_PAST = 'these are the levels of an ended call.';
const withLevels = ({ ended_at }: Call): string => (ended_at === null ? ' with the levels of a call' : ' with the levels of an ended call');

/** Prices with the calls the reader may see: all of them as marks, an open or chosen one with its levels. */
export function ChartPart({ symbol, isStock }: { symbol: string; isStock: boolean }) {
  const [asked, setAsked] = useState<Span>('1d');
  const query = useQuery(readCandlesInsight, { params: { stock: symbol }, query: { interval: asked } }, { every: REFRESH_MS, told: TOLD });
  const data = query.data?.symbol === symbol ? query.data : undefined;
  if (!data) return <PartState what="the chart" error={query.error} onRetry={query.refetch} />;
  const spans = SPANS.filter(({ interval }) => data.intervals.includes(interval));
  const bar = (
    <fieldset aria-label="Candles by">
      {spans.map(({ interval, label }) => (
        <Chip key={interval} pressed={interval === asked} onPress={() => setAsked(interval)}>
          {label}
        </Chip>
      ))}
    </fieldset>
  );
  const shown = SPANS.find(({ interval }) => interval === data.interval)?.interval ?? '1d';
  const props = { symbol, candles: data.candles, shown, bar };
  if (!isStock) return <Plain {...props} />;
  return <WithCalls {...props} changes={data.share_changes ?? []} today={istDay(new Date(data.as_of))} />;
}

interface Drawn {
  symbol: string;
  candles: Parameters<typeof drawable>[1];
  shown: Span;
  bar: React.ReactNode;
}

const Plain = ({ symbol, candles, shown, bar }: Drawn) => (
  <>
    <div css={barCss}>{bar}</div>
    <CandleChart label={`${symbol}, ${SPOKEN[shown]} prices`} candles={candles} interval={unit(shown)} height={HEIGHT} />
  </>
);

interface WithCallsProps extends Drawn {
  changes: Parameters<typeof fits>[1];
  /** The IST day of the candles' last price. */
  today: string;
}

function WithCalls({ symbol, candles, shown, bar, changes, today }: WithCallsProps) {
  const found = useStockCalls(symbol);
  const { live, past } = found;
  useFreshCalls(found);
  const [choice, setChoice] = useState('');
  const calls = useMemo(() => drawable([...(live.data?.items ?? []), ...(past.data?.items ?? [])], candles), [live.data, past.data, candles]);
  const chosen = choice === NONE ? undefined : (calls.find(({ id }) => id === choice) ?? firstDrawn(calls));
  const drawn = chosen && fits(chosen, changes, today) ? chosen : undefined;
  const levels = useMemo(() => (drawn ? levelsOf(drawn) : []), [drawn]);
  const marks = useMemo(() => callMarks(calls, chosen?.id ?? ''), [calls, chosen]);
  return (
    <>
      <div css={barCss}>{bar}</div>
      {drawn?.ended_at ? (
        <p css={endedCss}>
          {endedName({ status: drawn.status, ended_at: drawn.ended_at })}: {LEVELS_OF_THE_PAST} <span>{plainName(drawn)}</span>
        </p>
      ) : null}
      <CandleChart
        label={`${symbol}, ${SPOKEN[shown]} prices${drawn ? withLevels(drawn) : ''}`}
        candles={candles}
        interval={unit(shown)}
        levels={levels}
        markers={marks}
        height={HEIGHT}
      />
      {/* There from the start, so that nothing below it moves when the calls come. */}
      <select
        css={[controlCss, levelsCss]}
        aria-label="Call whose levels are drawn"
        disabled={calls.length === 0}
        value={chosen?.id ?? NONE}
        onChange={(event) => setChoice(event.target.value)}
      >
        {calls.map((call) => (
          <option key={call.id} value={call.id}>
            {callName(call)}
          </option>
        ))}
        <option value={NONE}>{calls.length > 0 ? 'No levels' : live.loading || past.loading ? 'Loading the calls' : 'No call to show'}</option>
      </select>
      <p css={noteCss}>
        {chosen && !drawn ? 'The levels of this call are not drawn: it was published before a split or bonus, at the prices of that time. ' : ''}
        {calls.length > 0 ? 'Triangles: a call was published or ended. ' : ''}
        {live.error || past.error ? 'Calls could not be loaded; try again under Experts’ calls. ' : ''}
        Past prices are adjusted for splits and bonuses.
      </p>
    </>
  );
}

/** Hours are named by their time, as minutes are. */
const unit = (span: Span): '1w' | '1d' | '5m' => (span === '1h' ? '5m' : span);
