import { css } from '@emotion/react';
import { drawnRange } from '@vimarsh/shared/domain/drawn-range.ts';
import { Opens, Scroll, table } from './parts.view.tsx';
import { useWords, type Words } from './words.tsx';

export interface PlotSeries {
  readonly label: string;
  readonly values: readonly (number | null)[];
  /** Bars stand side by side on zero; lines join their points. */
  readonly kind: 'line' | 'bar';
  readonly tone: 'ink' | 'gain' | 'loss';
}

export interface PlotProps {
  /** What it shows: "Open interest by strike". */
  readonly label: string;
  /** Name of the points: "Strike". */
  readonly axis: string;
  readonly points: readonly string[];
  readonly series: readonly PlotSeries[];
  readonly format: (value: number) => string;
  /** Places along the axis, as a share of its width. */
  readonly marks?: readonly { readonly at: number; readonly label: string }[];
  /** Shade above zero as gain and below as loss. */
  readonly signed?: boolean;
  /** What the scale spans at least, as a share of the figures: what moves less lies flat. */
  readonly least?: number;
}

const WIDTH = 1000;
const HEIGHT = 200;

const frame = css`
  margin: 0;
  & figcaption {
    display: flex;
    flex-wrap: wrap;
    gap: 4px 16px;
    margin-bottom: 8px;
    font-size: 0.75rem;
    color: var(--ink-2);
  }
`;
const field = css`
  position: relative;
  padding-right: 4rem;
  & > svg {
    display: block;
    width: 100%;
    height: 180px;
  }
  & > span {
    position: absolute;
    right: 0;
    width: 3.75rem;
    font-size: 0.6875rem;
    color: var(--ink-3);
    font-variant-numeric: tabular-nums;
    transform: translateY(-50%);
    white-space: nowrap;
    overflow: hidden;
  }
`;
const axisRow = css`
  display: flex;
  justify-content: space-between;
  padding-right: 4rem;
  margin-top: 4px;
  font-size: 0.6875rem;
  color: var(--ink-3);
  font-variant-numeric: tabular-nums;
`;
const twin = css`
  margin-top: 8px;
  font-size: 0.8125rem;
  & > summary {
    cursor: pointer;
    color: var(--ink-2);
    min-height: 24px;
  }
  & > summary:focus-visible {
    outline: 2px solid var(--accent);
    outline-offset: 2px;
  }
`;
/** As style and not as attributes: React and preact spell those differently. */
const stroke = (colour: string, width = 1, dash?: string) => ({
  stroke: colour,
  strokeWidth: `${width}px`,
  strokeDasharray: dash ?? 'none',
  vectorEffect: 'non-scaling-stroke' as const,
  fill: 'none',
});
const colours = { ink: 'var(--ink)', gain: 'var(--gain)', loss: 'var(--loss)' } as const;
const dashes = { ink: undefined, gain: undefined, loss: '6 4' } as const;

/** A small chart of lines and bars, drawn as SVG, with its numbers as a table behind "Show as table". */
export function Plot({ label, axis, points, series, format, marks = [], signed = false, least = 0.01 }: PlotProps) {
  const { say } = useWords();
  const values = series.flatMap((line) => line.values.filter((value) => value !== null));
  if (values.length === 0) return <p>{say('There is nothing to draw yet.')}</p>;
  const zero = signed || series.some((line) => line.kind === 'bar');
  const low = Math.min(...values, ...(zero ? [0] : []));
  const [bottom, top] = drawnRange(low, Math.max(...values, ...(zero ? [0] : [])), least);
  const span = top - bottom;
  const y = (value: number): number => 6 + ((top - value) / span) * (HEIGHT - 12);
  const slot = WIDTH / points.length;
  const x = (at: number): number => (at + 0.5) * slot;
  const bars = series.filter((line) => line.kind === 'bar');
  const text = `${label}: ${series.map((line) => `${line.label} ${range(line.values, format, say)}`).join('; ')}`;
  return (
    <figure css={frame}>
      <figcaption>
        {series.map((line) => (
          <span key={line.label}>
            <span aria-hidden="true" style={{ color: colours[line.tone] }}>
              {line.kind === 'bar' ? '■' : dashes[line.tone] ? '┅' : '━'}
            </span>{' '}
            {line.label}
          </span>
        ))}
        {marks.map((mark) => (
          <span key={mark.label}>┆ {mark.label}</span>
        ))}
      </figcaption>
      <div css={field}>
        <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-label={text}>
          {[0, 0.5, 1].map((share) => (
            <line
              key={share}
              x1="0"
              x2={WIDTH}
              y1={y(bottom + share * (top - bottom))}
              y2={y(bottom + share * (top - bottom))}
              style={stroke('var(--line-strong)')}
            />
          ))}
          {zero && bottom < 0 ? <line x1="0" x2={WIDTH} y1={y(0)} y2={y(0)} style={stroke('var(--ink-3)')} /> : null}
          {bars.map((line, order) =>
            line.values.map((value, at) =>
              value === null ? null : (
                <rect
                  key={`${line.label} ${points[at]}`}
                  x={at * slot + (slot * (order + 0.15)) / (bars.length + 0.3)}
                  width={slot / (bars.length + 0.6)}
                  y={Math.min(y(0), y(value))}
                  height={Math.max(0.5, Math.abs(y(value) - y(0)))}
                  style={{ fill: colours[line.tone] }}
                />
              ),
            ),
          )}
          {series
            .filter((line) => line.kind === 'line')
            .map((line) => (
              <polyline
                key={line.label}
                points={line.values.flatMap((value, at) => (value === null ? [] : [`${x(at).toFixed(1)},${y(value).toFixed(1)}`])).join(' ')}
                style={stroke(colours[line.tone], 1.5, dashes[line.tone])}
              />
            ))}
          {marks.map((mark) => (
            <line key={mark.label} x1={mark.at * WIDTH} x2={mark.at * WIDTH} y1="0" y2={HEIGHT} style={stroke('var(--ink-2)', 1, '3 3')} />
          ))}
        </svg>
        {[top, (top + bottom) / 2, bottom].map((value, at) => (
          <span key={at === 0 ? 'top' : at === 1 ? 'middle' : 'bottom'} style={{ top: `${3 + at * 47}%` }}>
            {format(value)}
          </span>
        ))}
      </div>
      <div css={axisRow} aria-hidden="true">
        {[0, Math.floor((points.length - 1) / 2), points.length - 1]
          .filter((at, index, all) => all.indexOf(at) === index)
          .map((at) => (
            <span key={at}>{points[at]}</span>
          ))}
      </div>
      <Twin label={label} axis={axis} points={points} series={series} format={format} />
    </figure>
  );
}

/** The same numbers as a table, made when it is asked for. */
function Twin({ label, axis, points, series, format }: Pick<PlotProps, 'label' | 'axis' | 'points' | 'series' | 'format'>) {
  const { say } = useWords();
  return (
    <Opens look={twin} summary={say('Show as table')}>
      {() => (
        <Scroll label={say('{0}, as a table', label)}>
          <table css={table}>
            <thead>
              <tr>
                <th scope="col">{axis}</th>
                {series.map((line) => (
                  <th key={line.label} scope="col">
                    {line.label}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {points.map((point, at) => (
                <tr key={point}>
                  <th scope="row">{point}</th>
                  {series.map((line) => (
                    <td key={line.label}>{line.values[at] == null ? '–' : format(line.values[at])}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </Scroll>
      )}
    </Opens>
  );
}

function range(values: readonly (number | null)[], format: (value: number) => string, say: Words['say']): string {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? say('unknown') : say('from {0} to {1}', format(Math.min(...known)), format(Math.max(...known)));
}
