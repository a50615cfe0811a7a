import { css } from '@emotion/react';
import type { CandleInterval, CandlesInsight } from '@vimarsh/shared/contract/candles-insight/types.ts';
import { formatIstTime, formatNumber } from '@vimarsh/shared/domain/text/formats.ts';
import { type KeyboardEvent, type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { button, type InsightState, quietPartCss, Scroll, table } from '../insight/parts.view.tsx';
import { useWords, type Words } from '../insight/words.tsx';
import { bodies, HEIGHT, type Mark, marksOf, scaleOf, standMarks, stepsOf, volumes, WIDTH } from './candle-drawing.ts';

export interface CandlesViewProps {
  readonly symbol: string;
  readonly state: InsightState<CandlesInsight>;
  /** The one that was asked for; what is shown may differ. */
  readonly interval: CandleInterval;
  readonly onInterval: (interval: CandleInterval) => void;
}

const NAMES = { '1m': '1 min', '5m': '5 min', '15m': '15 min', '1h': '1 h', '1d': 'Day', '1w': 'Week', '1M': 'Month' } as const satisfies Record<
  CandleInterval,
  string
>;
const INTERVALS = Object.keys(NAMES) as CandleInterval[];

/** px: a candle is told from its neighbours, and fewer are shown where there is less room; the table has them all. */
const CANDLE_WIDTH = 4;
const LEAST_SHOWN = 30;
const PRICES_WIDTH = 60;
const NARROW = 300;

/** Width of an element, from before its first paint. */
function useWidth(): [RefObject<HTMLElement | null>, number] {
  const element = useRef<HTMLElement>(null);
  const [width, setWidth] = useState(1000);
  useEffect(() => {
    const watch = new ResizeObserver(([entry]) => entry && setWidth(entry.contentRect.width));
    watch.observe(element.current!);
    return () => watch.disconnect();
  }, []);
  return [element, width];
}

const frame = css`
  display: grid;
  grid-template: auto auto minmax(0, 1fr) auto auto / minmax(0, 1fr);
  height: 100%;
  margin: 0;
`;
const bar = css`
  display: flex;
  min-width: 0;
  margin: 0;
  padding: 0;
  border: 0;
  flex-wrap: wrap;
  gap: 4px;
  & > button {
    padding: 0 6px;
  }
  & > :last-child {
    margin-left: auto;
  }
`;
/** Of one height, however much there is to read: what is drawn below must not move with the cursor. */
const row = css`
  && {
    margin: 8px 0 4px;
  }
  display: flex;
  flex-wrap: wrap;
  align-content: flex-start;
  gap: 0 8px;
  height: 54px;
  overflow: hidden;
  font-size: 0.75rem;
  line-height: 18px;
  color: var(--ink-2);
  font-variant-numeric: tabular-nums;
  & b {
    color: var(--ink);
    font-weight: 600;
  }
  & em {
    font-style: normal;
    font-weight: 600;
    color: var(--warn);
  }
  @container (min-width: 560px) {
    height: 36px;
  }
`;
const field = css`
  position: relative;
  min-height: 0;
  margin-right: 3.75rem;
  & > small {
    position: absolute;
    left: calc(100% + 4px);
    font-size: 0.6875rem;
    color: var(--ink-3);
    font-variant-numeric: tabular-nums;
    transform: translateY(-50%);
    white-space: nowrap;
  }
`;
const plot = css`
  position: absolute;
  inset: 0;
  touch-action: pan-y;
  cursor: crosshair;
  &:focus-visible {
    outline: 2px solid var(--accent);
    outline-offset: 2px;
  }
  & > svg {
    display: block;
    width: 100%;
    height: 100%;
  }
  & path {
    vector-effect: non-scaling-stroke;
    stroke-width: 1px;
    fill: none;
  }
  & [data-of='grid'] {
    stroke: var(--line);
  }
  & [data-of='volume'] {
    fill: var(--line-strong);
  }
  & [data-of='rose'] {
    stroke: var(--gain);
    fill: var(--surface);
  }
  & [data-of='fell'] {
    stroke: var(--loss);
    fill: var(--loss);
  }
  & [data-of='cursor'] {
    stroke: var(--control);
    stroke-dasharray: 4 3;
  }
  & > span {
    position: absolute;
    font-size: 0.625rem;
    line-height: 1;
    color: var(--accent);
    transform: translate(-50%, -50%);
    pointer-events: none;
  }
  @media (forced-colors: active) {
    & [data-of='rose'] {
      stroke: CanvasText;
      fill: Canvas;
    }
    & [data-of='fell'] {
      stroke: CanvasText;
      fill: CanvasText;
    }
    & [data-of='grid'],
    & [data-of='volume'] {
      stroke: GrayText;
      fill: none;
    }
    & [data-of='cursor'] {
      stroke: Highlight;
    }
  }
`;
const ticks = css`
  display: flex;
  justify-content: space-between;
  margin: 4px 3.75rem 0 0;
  min-height: 16px;
  white-space: nowrap;
  font-size: 0.6875rem;
  color: var(--ink-3);
  font-variant-numeric: tabular-nums;
`;
const message = css`
  display: grid;
  height: 100%;
  place-content: center;
  justify-items: center;
  gap: 12px;
  text-align: center;
`;

/**
 * Candles as an SVG of a few paths: sharp at any zoom, in the colours of where it stands, and drawn anew by nobody when the theme
 * or the width changes. Rising candles are hollow, falling ones filled. The same source on the portal and on partners' pages.
 */
export function CandlesView({ symbol, state, interval, onInterval }: CandlesViewProps) {
  const { say, told, time, day } = useWords();
  const [asTable, setAsTable] = useState(false);
  const [cursor, setCursor] = useState<string | null>(null);
  const [figure, width] = useWidth();
  const data = state.kind === 'ready' ? state.data : null;
  const shown = data?.interval ?? interval;
  const most = Math.max(LEAST_SHOWN, Math.floor((width - PRICES_WIDTH) / CANDLE_WIDTH));
  const drawn = data && data.candles.length > 1 ? (asTable ? data : { ...data, candles: data.candles.slice(-most) }) : null;
  const marks = drawn ? marksOf(drawn) : [];
  const last = (drawn?.candles.length ?? 1) - 1;
  const found = drawn?.candles.findIndex((candle) => candle.t === cursor) ?? -1;
  const at = found < 0 ? last : found;
  return (
    <figure ref={figure} css={frame} aria-busy={state.kind === 'loading'}>
      <fieldset css={bar} aria-label={say('Candles of {0}', symbol)}>
        {(data?.intervals ?? INTERVALS).map((each) => (
          <button key={each} type="button" css={button} aria-pressed={each === shown} onClick={() => onInterval(each)}>
            {say(NAMES[each])}
          </button>
        ))}
        <button type="button" css={button} aria-pressed={asTable} disabled={!drawn} onClick={() => setAsTable(!asTable)}>
          {say('Show as table')}
        </button>
      </fieldset>
      <p css={row} aria-hidden="true">
        {drawn ? <Reading data={drawn} at={at} marks={marks} stale={state.kind === 'ready' && state.stale === true} /> : null}
      </p>
      {drawn && !asTable ? (
        <Drawing symbol={symbol} data={drawn} at={at} marks={marks} onMove={(to) => setCursor(to === null ? null : drawn.candles[to]!.t)} />
      ) : drawn ? (
        <Rows symbol={symbol} data={drawn} marks={marks} />
      ) : (
        <div css={message}>
          {state.kind === 'problem' ? <p role="status">{told(state.text)}</p> : state.kind === 'ready' ? <p>{say('There is nothing to draw yet.')}</p> : null}
          {state.kind === 'problem' && state.retry ? (
            <button type="button" css={button} onClick={state.retry}>
              {say('Try again')}
            </button>
          ) : null}
        </div>
      )}
      <div css={ticks} aria-hidden="true">
        {drawn && !asTable ? axisOf(drawn, width < NARROW ? 3 : 4, day).map((text) => <span key={text}>{text}</span>) : null}
      </div>
      <figcaption css={quietPartCss}>
        {marks.length > 0 ? `${say('▲ ▼ ● call published, ◆ ended: calls whose record is public.')} ` : ''}
        {drawn ? say('Hollow rose, filled fell; volume below. As of {0}.', time(drawn.as_of)) : ' '}
      </figcaption>
    </figure>
  );
}

interface Drawn {
  readonly symbol: string;
  readonly data: CandlesInsight;
  readonly marks: readonly Mark[];
}

function Drawing({ symbol, data, marks, at, onMove }: Drawn & { at: number; onMove: (to: number | null) => void }) {
  const words = useWords();
  const { say } = words;
  const { candles, interval } = data;
  const last = candles.length - 1;
  const scale = scaleOf(candles);
  const steps = stepsOf(scale);
  const share = (units: number, of: number): string => `${(100 * units) / of}%`;
  const point = ({ currentTarget, clientX }: PointerEvent<HTMLElement>): void => {
    const { left, width } = currentTarget.getBoundingClientRect();
    onMove(Math.max(0, Math.min(last, Math.floor(((clientX - left) / width) * candles.length))));
  };
  const step = (event: KeyboardEvent): void => {
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, PageUp: at + 10, PageDown: at - 10, Home: 0, End: last }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    onMove(Math.max(0, Math.min(last, to)));
  };
  return (
    <div css={field}>
      <div
        css={plot}
        role="slider"
        tabIndex={0}
        aria-label={say('{0}, candles by {1}. Arrow keys move the cursor.', symbol, say(NAMES[interval]))}
        aria-valuemin={0}
        aria-valuemax={last}
        aria-valuenow={at}
        aria-valuetext={[
          whenOf(data, at, words),
          ...figuresOf(data, at).map(([name, value]) => `${say(name).toLowerCase()} ${value}`),
          ...wordsAt(marks, at, words),
        ].join(', ')}
        onKeyDown={step}
        onPointerMove={point}
        onPointerDown={point}
        onPointerLeave={() => onMove(null)}
      >
        <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
          <path data-of="grid" d={steps.map((price) => `M0 ${scale.y(price)}H${WIDTH}`).join('')} />
          <path data-of="volume" d={volumes(candles)} />
          <path data-of="rose" d={bodies(candles, scale, true)} />
          <path data-of="fell" d={bodies(candles, scale, false)} />
          <path data-of="cursor" d={`M${scale.x(at)} 0V${HEIGHT}`} />
        </svg>
        {standMarks(marks, scale).map(({ glyph, left, top }) => (
          <span key={`${left} ${top}`} style={{ left: share(left, WIDTH), top: share(top, HEIGHT) }}>
            {glyph}
          </span>
        ))}
      </div>
      {steps.map((price) => (
        <small key={price} aria-hidden="true" style={{ top: share(scale.y(price), HEIGHT) }}>
          {formatNumber(price, price % 1 ? 2 : 0)}
        </small>
      ))}
    </div>
  );
}

function Reading({ data, at, marks, stale }: Omit<Drawn, 'symbol'> & { at: number; stale: boolean }) {
  const words = useWords();
  return (
    <>
      {data.stale || stale ? <em>{words.say('Not up to date')}</em> : null}
      <span>{whenOf(data, at, words)}</span>
      {figuresOf(data, at).map(([name, value]) => (
        <span key={name}>
          {name[0]} <b>{value}</b>
        </span>
      ))}
      {wordsAt(marks, at, words).map((mark) => (
        <span key={mark}>{mark}</span>
      ))}
    </>
  );
}

function Rows({ symbol, data, marks }: Drawn) {
  const words = useWords();
  const { say } = words;
  return (
    <Scroll label={say('{0}, candles by {1}, as a table', symbol, say(NAMES[data.interval]))}>
      <table css={table}>
        <thead>
          <tr>
            {(['Time', 'Open', 'High', 'Low', 'Close', 'Volume', ...(marks.length > 0 ? ['Calls' as const] : [])] as const).map((head) => (
              <th key={head} scope="col">
                {say(head)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {data.candles
            .map((candle, at) => (
              <tr key={candle.t}>
                <th scope="row">{whenOf(data, at, words)}</th>
                {figuresOf(data, at).map(([figure, value]) => (
                  <td key={figure}>{value}</td>
                ))}
                {marks.length > 0 ? <td>{wordsAt(marks, at, words).join(', ')}</td> : null}
              </tr>
            ))
            .reverse()}
        </tbody>
      </table>
    </Scroll>
  );
}

const figuresOf = ({ candles }: CandlesInsight, at: number) => {
  const { o, h, l, c, v } = candles[at]!;
  return [
    ['Open', formatNumber(o, 2)],
    ['High', formatNumber(h, 2)],
    ['Low', formatNumber(l, 2)],
    ['Close', formatNumber(c, 2)],
    ['Volume', formatNumber(v)],
  ] as const;
};
const wordsAt = (marks: readonly Mark[], at: number, { toldPlain }: Words): string[] =>
  marks.filter((mark) => mark.at === at).map((mark) => toldPlain(mark.words));

const isWithinDay = (interval: CandleInterval): boolean => interval.endsWith('m') || interval === '1h';
function whenOf({ candles, interval }: CandlesInsight, at: number, { say, day, time }: Words): string {
  const { t } = candles[at]!;
  if (isWithinDay(interval)) return time(t);
  return interval === '1d' ? day(t) : say('from {0}', day(t));
}

/** Words of so many places along the time, none said twice. */
function axisOf({ candles, interval }: CandlesInsight, places: number, day: Words['day']): string[] {
  const words = Array.from({ length: places }, (_, part) => {
    const { t } = candles[Math.round((part * (candles.length - 1)) / (places - 1))]!;
    if (interval === '1m' || interval === '5m') return formatIstTime(t).slice(0, 5);
    return interval === '1w' || interval === '1M' ? day(t).replace(/^\d+ /, '') : day(t).replace(/ \d+$/, '');
  });
  return words.filter((word, at) => words.indexOf(word) === at);
}
