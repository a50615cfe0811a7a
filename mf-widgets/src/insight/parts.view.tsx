import { css } from '@emotion/react';
import type { Figure } from '@vimarsh/shared/contract/figure.ts';
import type { MarketSource } from '@vimarsh/shared/contract/market/source.ts';
import { formatInr, formatNumber, formatPercent } from '@vimarsh/shared/domain/text/formats.ts';
import { type ReactNode, useState } from 'react';
import { Kept } from './kept.tsx';
import { FORCED_COLOURS } from './media.ts';
import { useWords } from './words.tsx';

/**
 * What equity and options insight are made of. As the sentiment view, this source is rendered by React in the portal and by
 * preact with a small emotion shim on partner pages: one `css` template per element, plain markup, no library.
 */
export type InsightState<D> =
  | { readonly kind: 'loading' }
  | { readonly kind: 'ready'; readonly data: D /** Set when the data could not be renewed. */; readonly stale?: boolean }
  /** Neutral to visitors; integrators get the reason by event and console. */
  | { readonly kind: 'problem'; readonly text: string; readonly retry?: () => void };

const root = css`
  container-type: inline-size;
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: var(--box-gap, 16px);
  min-height: 480px;
  align-content: start;
  color: var(--ink);
  font: 400 0.875rem / 1.45 var(--font);
  text-align: left;
  & * {
    box-sizing: border-box;
  }
  /* What changes in one part is laid out and painted without the others: a price ticks every second. */
  & > * {
    contain: content;
  }
  ${FORCED_COLOURS}
  @media print {
    & > * {
      contain: none;
    }
  }
`;
const card = css`
  min-width: 0;
  padding: var(--box-gap, 16px);
  background: var(--surface);
  border: 1px solid var(--line);
  border-radius: 10px;
  & > h2 {
    margin: 0 0 12px;
    font: 600 0.875rem / 1.3 var(--font);
  }
  & h3 {
    margin: 16px 0 8px;
    font: 600 0.8125rem / 1.3 var(--font);
  }
  & p {
    margin: 0;
  }
`;
/** A price with what stands beside it. */
export const head = css`
  display: flex;
  flex-wrap: wrap;
  align-items: baseline;
  gap: 4px 12px;
`;
export const price = css`
  font-size: 1.25rem;
  font-weight: 600;
  font-variant-numeric: tabular-nums;
`;
/** Links to choose among, each large enough for a thumb. */
export const linkRow = css`
  display: flex;
  & a {
    display: inline-flex;
    align-items: center;
    min-height: 44px;
    padding: 0 12px;
    border: 1px solid var(--line-strong);
    border-radius: 6px;
    color: var(--ink);
    text-decoration: none;
  }
`;
export const quietPartCss = css`
  && {
    margin: 8px 0 0;
  }
  color: var(--ink-3);
  font-size: 0.75rem;
`;
export const number = css`
  font-variant-numeric: tabular-nums;
  white-space: nowrap;
`;
const grid = css`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(min(148px, 46%), 1fr));
  gap: 4px 16px;
`;
const tile = css`
  min-width: 0;
  border-bottom: 1px solid var(--line);
  padding-bottom: 4px;
  &[open] {
    grid-column: 1 / -1;
  }
  & > summary {
    display: grid;
    gap: 2px;
    padding: var(--cell-pad, 6px) 0;
    min-height: var(--row-height, 44px);
    cursor: help;
    list-style: none;
    line-height: 1.3;
  }
  & > summary::-webkit-details-marker {
    display: none;
  }
  & > summary:focus-visible {
    outline: 2px solid var(--accent);
    outline-offset: 2px;
  }
  & > summary > span {
    color: var(--ink-2);
    font-size: 0.75rem;
  }
  & strong {
    font-weight: 600;
    font-variant-numeric: tabular-nums;
    text-decoration: underline dotted var(--ink-3);
    text-underline-offset: 3px;
  }
  & em {
    color: var(--ink-3);
    font-style: normal;
    font-size: 0.75rem;
  }
  /* One line while closed: words come and go with the figures, and what stands below must not move with them. */
  &:not([open]) em {
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
`;
const explained = css`
  padding: 4px 0 12px;
  max-width: 43em;
  font-size: 0.8125rem;
  color: var(--ink-2);
  & dl {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr);
    gap: 2px 16px;
    margin: 8px 0 0;
  }
  & dd {
    margin: 0;
    color: var(--ink);
    font-variant-numeric: tabular-nums;
  }
  & p {
    margin: 0;
  }
`;
const bone = css`
  height: 96px;
  border-radius: 10px;
  background: var(--line);
`;
const badge = css`
  color: var(--warn);
  font-weight: 600;
`;
export const button = css`
  min-height: 44px;
  @media (pointer: fine) {
    min-height: 36px;
  }
  padding: 0 12px;
  border: 1px solid var(--control);
  border-radius: 6px;
  background: none;
  color: var(--ink);
  font: 500 0.8125rem / 1 var(--font);
  cursor: pointer;
  &[aria-pressed='true'] {
    border-color: var(--accent);
    background: var(--accent);
    color: var(--on-accent);
    @media (forced-colors: active) {
      forced-color-adjust: none;
      background: Highlight;
      color: HighlightText;
    }
  }
  &:disabled {
    opacity: 0.5;
    cursor: default;
  }
  &:focus-visible {
    outline: 2px solid var(--accent);
    outline-offset: 2px;
  }
`;
const up = css`
  color: var(--gain);
  white-space: nowrap;
`;
const down = css`
  color: var(--loss);
  white-space: nowrap;
`;
/* A shade at the right edge while more lies beyond it: the surface that scrolls along covers it at the end. */
const scroll = css`
  overflow: auto;
  min-width: 0;
  max-height: 100%;
  background:
    linear-gradient(to right, transparent, var(--surface) 60%) right / 32px 100% no-repeat local,
    linear-gradient(to right, transparent, var(--line-strong)) right / 16px 100% no-repeat;
  @media print {
    overflow: visible;
  }
  &:focus-visible {
    outline: 2px solid var(--accent);
    outline-offset: 2px;
  }
`;
export const table = css`
  width: 100%;
  border-collapse: collapse;
  font-size: 0.8125rem;
  font-variant-numeric: tabular-nums;
  & th,
  & td {
    padding: var(--cell-pad, 8px) 8px;
    border-bottom: 1px solid var(--line);
    text-align: right;
    white-space: nowrap;
    font-weight: 400;
  }
  & thead th {
    color: var(--ink-3);
    font-size: 0.75rem;
  }
  & th[scope='row'],
  & thead th:first-of-type {
    text-align: left;
    padding-left: 0;
  }
  & tr > :last-child {
    padding-right: 0;
  }
  /* As tall as a target has to be. */
  & a {
    display: inline-block;
    line-height: 24px;
  }
`;

/** The whole insight, in every state the same frame. */
export function Insight<D>({ label, state, children }: { label: string; state: InsightState<D>; children: (data: D, stale: boolean) => ReactNode }) {
  const { say, told } = useWords();
  if (state.kind === 'ready')
    return (
      <section css={root} aria-label={label}>
        {children(state.data, state.stale === true)}
      </section>
    );
  if (state.kind === 'problem')
    return (
      <section css={root} aria-label={label}>
        <div css={card}>
          <p role="status">{told(state.text)}</p>
          {state.retry ? (
            <button type="button" css={button} onClick={state.retry}>
              {say('Try again')}
            </button>
          ) : null}
        </div>
      </section>
    );
  return (
    <section css={root} aria-busy="true" aria-label={say('Loading {0}', label.toLowerCase())}>
      {[0, 1, 2, 3].map((at) => (
        <div key={at} css={bone} />
      ))}
    </section>
  );
}

/** A part of an insight. Named for who comes into it by keyboard, and no landmark: a page may hold many insights, each of ten parts. */
export function Card({ title, children }: { title: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for what is filled in.
    <div css={card} role="group" aria-label={title}>
      <h2>{title}</h2>
      {children}
    </div>
  );
}

/** Words of a figure by its unit. */
export function shown({ value, unit }: Pick<Figure, 'value' | 'unit'>): string {
  if (value === null) return '–';
  if (unit === 'inr') return formatInr(value);
  if (unit === 'pct') return `${formatNumber(value, 2)}%`;
  if (unit === 'strike' || unit === 'count') return formatNumber(value, value % 1 === 0 ? 0 : 2);
  return formatNumber(value, 2);
}

/** Figures side by side; pressing one opens how it is computed, in place. */
export function Figures({ figures, asOf }: { figures: readonly Figure[]; asOf: string }) {
  return (
    <div css={grid}>
      {figures.map((figure) => (
        <Kept key={figure.key} of={[figure, asOf]}>
          {() => <Tile figure={figure} asOf={asOf} />}
        </Kept>
      ))}
    </div>
  );
}

function Tile({ figure, asOf }: { figure: Figure; asOf: string }) {
  const { say, told, time } = useWords();
  const summary = (
    <>
      <span>{told(figure.label)}</span>
      <strong>{shown(figure)}</strong>
      <em>{told(figure.value === null ? figure.note : figure.word)}</em>
    </>
  );
  return (
    <Opens look={tile} summary={summary}>
      {() => (
        <div css={explained}>
          <p>{told(figure.how)}</p>
          {figure.inputs.length > 0 ? (
            <dl>{figure.inputs.flatMap(([name, value]) => [<dt key={name}>{told(name)}</dt>, <dd key={`${name} value`}>{told(value)}</dd>])}</dl>
          ) : null}
          <p css={quietPartCss}>{say('As of {0}', time(asOf))}</p>
        </div>
      )}
    </Opens>
  );
}

/** Closed until somebody asks for it; what it holds is made then, and not with every change of prices before. */
export function Opens({ look, summary, children }: { look: ReturnType<typeof css>; summary: ReactNode; children: () => ReactNode }) {
  const [open, setOpen] = useState(false);
  return (
    <details css={look} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{summary}</summary>
      {open ? children() : null}
    </details>
  );
}

/** Sign, arrow and colour. */
export function Move({ pct }: { pct: number | null }) {
  if (pct === null) return <span>–</span>;
  const rounded = Math.round(pct * 100) / 100;
  return (
    <span css={rounded > 0 ? up : rounded < 0 ? down : number}>
      {rounded > 0 ? '▲ ' : rounded < 0 ? '▼ ' : ''}
      {formatPercent(pct)}
    </span>
  );
}

/** A box that scrolls, reachable by keyboard: sideways, and in a place of fixed height down, too. */
export function Scroll({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for what is filled in.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard (axe: scrollable-region-focusable).
    <div css={scroll} role="group" aria-label={label} tabIndex={0}>
      {children}
    </div>
  );
}

export interface AsOfProps {
  readonly asOf: string;
  /** Absent in answers of a server from before it was told. */
  readonly from: MarketSource | undefined;
  readonly badge: string;
  /** Meaning of that time, where it ends a session. */
  readonly end?: string;
}

/**
 * When it is from and whether that is old, where its prices are from, and the sentence under which they may be shown. The versions of the
 * methods are in the answer, for who reads it by machine.
 */
export function AsOf({ asOf, from, badge: said, end }: AsOfProps) {
  const { say, told, toldPlain, time } = useWords();
  return (
    <>
      <p css={quietPartCss}>
        {said ? <span css={badge}>{said} · </span> : null}
        {said ? say('as of {0}', time(asOf)) : time(asOf)}
        {end ? (
          <>
            {' · '}
            <span>{end}</span>
          </>
        ) : null}
        {from ? ` · ${from.invented ? say('simulated market') : toldPlain(from.name)}` : ''}
      </p>
      {from?.licence ? <p css={quietPartCss}>{told(from.licence)}</p> : null}
    </>
  );
}
