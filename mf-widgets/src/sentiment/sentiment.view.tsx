import { css } from '@emotion/react';
import type { Sentiment } from '@vimarsh/shared/contract/sentiment/types.ts';
import { formatInr, formatPercent } from '@vimarsh/shared/domain/text/formats.ts';
import { useState } from 'react';
import { Kept } from '../insight/kept.tsx';
import { DRAWN, FORCED_COLOURS } from '../insight/media.ts';
import type { InsightState } from '../insight/parts.view.tsx';
import { allSections, type SentimentSections } from '../insight/sections.ts';
import { useWords } from '../insight/words.tsx';
import { Gauge } from './gauge.tsx';

/**
 * Market sentiment of one stock. The portal page, the script-tag element and the iframe page all render this source; in
 * the embeds React is preact and emotion is a shim of the same authoring API, so it keeps to `css` templates and plain
 * markup. Every state keeps the same box: 208 px high (compact 176 px), from 200 px wide. What is too much for it scrolls between head and foot, and in large type it grows.
 */
export type SentimentState = InsightState<Sentiment>;

const box = css`
  container-type: inline-size;
  box-sizing: border-box;
  min-height: var(--short-box, 208px);
  padding: var(--short-pad, 12px 16px);
  display: flex;
  flex-direction: column;
  gap: var(--short-gap, 8px);
  background: var(--surface);
  color: var(--ink);
  border: 1px solid var(--line);
  border-radius: 10px;
  font: 400 0.8125rem / 1.45 var(--font);
  text-align: left;
  ${FORCED_COLOURS}
`;
const head = css`
  display: flex;
  flex-wrap: wrap;
  justify-content: space-between;
  align-items: baseline;
  gap: 0 8px;
`;
/** The price goes to a line of its own where a symbol would be cut. */
const name = css`
  font-weight: 600;
  font-size: 0.875rem;
  flex: 1 1 7em;
  min-width: 0;
  overflow: hidden;
  text-overflow: ellipsis;
  white-space: nowrap;
`;
const number = css`
  font-variant-numeric: tabular-nums;
  font-weight: 600;
  white-space: nowrap;
`;
/** Breaks between price and change where both are too much for a line. */
const price = css`
  font-variant-numeric: tabular-nums;
  font-weight: 600;
`;
const quiet = css`
  color: var(--ink-3);
  font-size: 0.75rem;
  font-weight: 400;
`;
/** In a narrow card the drivers stand below the verdict: their names whole. */
const body = css`
  display: flex;
  gap: 16px;
  align-items: center;
  flex: 1 0 auto;
  /* Of the card's own type, so that larger type stacks earlier. A card of 320 px has room for 286, which is 22em. */
  @container (max-width: 21.5em) {
    flex-wrap: wrap;
    gap: 8px;
  }
`;
/** In a narrow card the verdict stands beside a small dial, so that it is whole above the fold. */
const dial = css`
  width: 104px;
  flex: none;
  text-align: center;
  @container (max-width: 21.5em) {
    width: 100%;
    display: flex;
    gap: 8px;
    align-items: center;
    text-align: left;
    & svg {
      flex: none;
      width: 52px;
      height: 29px;
    }
  }
`;
const zone = css`
  font-weight: 600;
  line-height: 1.2;
`;
const list = css`
  flex: 1;
  min-width: 0;
  @container (max-width: 21.5em) {
    flex-basis: 100%;
  }
  margin: 0;
  padding: 0;
  list-style: none;
  display: grid;
  gap: 8px;
  @container (max-width: 21.5em) {
    gap: 2px;
  }
`;
const row = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto;
  gap: 4px 8px;
  line-height: 1.3;
`;
const driverName = css`
  overflow-wrap: anywhere;
`;
/** Words that only wide boxes have room for; the sign says the same. */
const wide = css`
  color: var(--ink-3);
  font-weight: 400;
  font-size: 0.75rem;
  display: none;
  @container (min-width: 30.75em) {
    display: inline;
  }
`;
const bar = css`
  grid-column: 1 / -1;
  position: relative;
  height: 4px;
  border-radius: 2px;
  background: var(--line);
  /* Below the verdict there is room for the figures alone; their signs say what bars do. */
  @container (max-width: 21.5em) {
    display: none;
  }
`;
const fill = css`
  position: absolute;
  top: 0;
  bottom: 0;
  border-radius: 2px;
  ${DRAWN}
`;
/**
 * Scrolls where a narrow column or large type leaves too little room, so that head, verdict and foot always stand. A shade at its lower edge
 * says that there is more; the ground at the end of what scrolls covers it.
 */
const middle = css`
  flex: 1 1 4em;
  height: 0;
  min-height: 4em;
  background:
    linear-gradient(transparent, var(--surface) 50%) bottom / 100% 24px no-repeat local,
    linear-gradient(transparent, var(--line-strong)) bottom / 100% 12px no-repeat;
  overflow-y: auto;
  display: flex;
  flex-direction: column;
`;
/** Instead of the dial: what the score is made of, scrolling inside the same box. */
const reasons = css`
  flex: 1 1 64px;
  height: 0;
  min-height: 64px;
  overflow-y: auto;
  font-size: 0.75rem;
  color: var(--ink-2);
  &:focus-visible {
    outline: 2px solid var(--accent);
    outline-offset: 2px;
  }
  & table {
    width: 100%;
    margin-top: 8px;
    border-collapse: collapse;
    font-variant-numeric: tabular-nums;
  }
  & th,
  & td {
    padding: 2px 0 2px 12px;
    border-bottom: 1px solid var(--line);
    font-weight: 400;
    text-align: right;
    white-space: nowrap;
  }
  & th:first-of-type {
    padding-left: 0;
    text-align: left;
    white-space: normal;
  }
  & p {
    margin: 0;
  }
`;
const foot = css`
  display: flex;
  flex-wrap: wrap;
  justify-content: space-between;
  gap: 0 8px;
  color: var(--ink-3);
  font-size: 0.75rem;
  line-height: 1.3;
  white-space: nowrap;
`;
/** Tall enough to be pressed, in a footer that stays as low as its words. */
const link = css`
  margin: -4px 0;
  padding: 4px 0;
  color: var(--ink-2);
  text-decoration: underline;
  &:focus-visible {
    outline: 2px solid var(--accent);
    outline-offset: 2px;
  }
`;
/** Date, "simulated" and the state are never cut: they take another line. */
const when = css`
  min-width: 0;
  white-space: normal;
`;
const links = css`
  display: flex;
  flex-wrap: wrap;
  gap: 0 12px;
`;
const how = css`
  margin: -4px 0;
  padding: 4px 0;
  border: 0;
  background: none;
  color: var(--ink-2);
  font: inherit;
  text-decoration: underline;
  cursor: pointer;
  &:focus-visible {
    outline: 2px solid var(--accent);
    outline-offset: 2px;
  }
`;
const bone = css`
  background: var(--line);
  border-radius: 4px;
`;
const centre = css`
  flex: 1;
  display: flex;
  flex-direction: column;
  align-items: center;
  justify-content: center;
  gap: 8px;
  text-align: center;
`;
const button = css`
  font: 500 0.8125rem / 1 var(--font);
  color: var(--ink);
  background: none;
  border: 1px solid var(--control);
  border-radius: 6px;
  padding: 10px 16px;
  cursor: pointer;
  &:focus-visible {
    outline: 2px solid var(--accent);
    outline-offset: 2px;
  }
`;
const badge = css`
  color: var(--warn);
  background: var(--warn-soft);
  border-radius: 4px;
  padding: 0 6px;
`;

const lean = (value: number) => (value > 0.05 ? 'bullish' : value < -0.05 ? 'bearish' : 'neutral');
const signed = (value: number): string => `${value > 0 ? '+' : value < 0 ? '−' : ''}${Math.abs(value).toFixed(2)}`;

export interface SentimentViewProps {
  readonly state: SentimentState;
  readonly disclaimerUrl: string;
  readonly sections?: SentimentSections;
}

export function SentimentView({ state, disclaimerUrl, sections = allSections }: SentimentViewProps) {
  const { say, told } = useWords();
  if (state.kind === 'loading') return <Skeleton />;
  if (state.kind === 'problem') {
    return (
      <section css={box} aria-label={say('Market sentiment')}>
        <div css={centre}>
          <p role="status">{told(state.text)}</p>
          {state.retry ? (
            <button type="button" css={button} onClick={state.retry}>
              {say('Try again')}
            </button>
          ) : null}
        </div>
      </section>
    );
  }
  return <Score data={state.data} stale={state.stale === true} disclaimerUrl={disclaimerUrl} sections={sections} />;
}

function Score({ data, stale, disclaimerUrl, sections }: { data: Sentiment; stale: boolean; disclaimerUrl: string; sections: SentimentSections }) {
  const [explained, setExplained] = useState(false);
  const { say, toldPlain, time } = useWords();
  // The price ticks by itself.
  const { ltp, change, change_pct, ...rest } = data;
  return (
    <section css={box} aria-label={say('Market sentiment of {0}', data.symbol)}>
      <header css={head}>
        <span css={name} title={data.name}>
          {data.symbol} <span css={quiet}>{data.exchange}</span>
        </span>
        <span css={price}>
          <span translate="no">{formatInr(ltp)}</span> <Change pct={change_pct} />
        </span>
      </header>
      <Kept of={[explained, stale, sections, disclaimerUrl, ...Object.values(rest)]}>
        {() => (
          <>
            {explained ? (
              <Reasons data={data} />
            ) : (
              <div css={middle} ref={reachWhereItScrolls}>
                <Dial data={data} sections={sections} />
              </div>
            )}
            <footer css={foot}>
              <span css={when}>
                {stale ? <span css={badge}>{say('Not up to date')}</span> : data.phase === 'closed' ? `${say('Closed')} ·` : ''} {time(data.as_of)}
                {data.prices_from ? ` · ${data.prices_from.invented ? say('simulated') : toldPlain(data.prices_from.name)}` : ''}
              </span>
              <span css={links}>
                <button type="button" css={how} aria-expanded={explained} onClick={() => setExplained(!explained)}>
                  {say('How computed')}
                </button>
                <a css={link} href={disclaimerUrl} target="_blank" rel="noopener" title={say('A description of the present, not a forecast and not advice')}>
                  {say('Not advice')}
                </a>
              </span>
            </footer>
          </>
        )}
      </Kept>
    </section>
  );
}

/** What scrolls can be reached by keyboard; what does not is no stop on the way. */
function reachWhereItScrolls(element: HTMLElement | null): void {
  if (!element) return;
  new ResizeObserver(() => {
    if (element.scrollHeight > element.clientHeight) element.tabIndex = 0;
    else element.removeAttribute('tabindex');
  }).observe(element);
}

export function Dial({ data, sections }: { data: Sentiment; sections: SentimentSections }) {
  const { say, told, toldPlain } = useWords();
  const score = data.score?.toFixed(0) ?? null;
  const label = score === null ? say('No score') : say('{0}, {1} of 100', toldPlain(data.zone ?? ''), score);
  return (
    <div css={body}>
      {sections('score') ? (
        <div css={dial}>
          <Gauge score={data.score} label={label} />
          <div>
            <div css={zone}>{data.zone ? told(data.zone) : say('No score')}</div>
            <div css={quiet}>{score === null ? say(data.traded ? 'sample too small' : 'not traded now') : say('{0} of 100', score)}</div>
          </div>
        </div>
      ) : null}
      {sections('drivers') ? (
        <ul css={list}>
          {data.drivers.map((driver) => (
            <li key={driver.key} css={row} title={toldPlain(driver.detail)}>
              <span css={driverName}>
                {told(driver.label)} <span css={wide}>{driver.value === null ? '' : `${Math.round(driver.weight * 100)} %`}</span>
              </span>
              <span css={number}>
                {driver.value === null ? <span css={quiet}>{say('not counted')}</span> : signed(driver.value)}{' '}
                <span css={wide}>{driver.value === null ? '' : say(lean(driver.value))}</span>
              </span>
              <span css={bar} aria-hidden="true">
                {driver.value === null ? null : <span css={fill} style={leanStyle(driver.value)} />}
              </span>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}

/** Every driver with its weight and inputs, the calls it rests on, and the closings behind it. */
export function Reasons({ data }: { data: Sentiment }) {
  const { buy, sell, hold, experts } = data.calls;
  const total = buy + sell + hold;
  const { say, told, toldPlain, day } = useWords();
  const share = (count: number): string => (total === 0 ? '0' : ((100 * count) / total).toFixed(0));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard (axe: scrollable-region-focusable).
    <section css={reasons} aria-label={say('How the score is computed')} tabIndex={0}>
      <p>
        {data.score === null
          ? told(data.note)
          : say('50 plus 50 times the weighted mean of the drivers, each between −1 and +1; a driver without enough data has no weight.')}
      </p>
      <table>
        <thead>
          <tr>
            <th scope="col">{say('Driver')}</th>
            <th scope="col">{say('Weight')}</th>
            <th scope="col">{say('Value')}</th>
          </tr>
        </thead>
        <tbody>
          {data.drivers.map((driver) => (
            <tr key={driver.key} title={toldPlain(driver.detail)}>
              <th scope="row">
                {told(driver.label)}
                {driver.detail ? ': ' : ''}
                {told(driver.detail)}
              </th>
              <td>{driver.value === null ? '–' : `${Math.round(driver.weight * 100)} %`}</td>
              <td>{driver.value === null ? say('not counted') : signed(driver.value)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {total > 0 ? (
        <p>
          {say(
            'Open calls: {0} % Buy, {1} % Hold, {2} % Sell; {3} by {4} {5}.',
            share(buy),
            share(hold),
            share(sell),
            total,
            experts,
            say(experts === 1 ? 'expert' : 'experts'),
          )}
        </p>
      ) : null}
      {data.history.length > 0 ? (
        <table>
          <thead>
            <tr>
              <th scope="col">{say('Close of')}</th>
              <th scope="col">{say('Score of 100')}</th>
            </tr>
          </thead>
          <tbody>
            {data.history.toReversed().map(({ day: of, score, method }) => (
              <tr key={of}>
                <th scope="row">{day(of)}</th>
                <td>
                  {score.toFixed(0)}
                  {method && method !== data.method ? ` · ${method}` : ''}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : null}
      {data.prices_from?.licence ? <p>{told(data.prices_from.licence)}</p> : null}
      <p>{say('Method {0}', data.method)}</p>
    </section>
  );
}

/** Bar from the middle towards the side the driver leans to. */
const leanStyle = (value: number): Record<string, string> => {
  const width = `${Math.abs(value) * 50}%`;
  return value >= 0 ? { left: '50%', width, background: 'var(--gain)' } : { right: '50%', width, background: 'var(--loss)' };
};

const up = css`
  color: var(--gain);
`;
const down = css`
  color: var(--loss);
`;

function Change({ pct }: { pct: number | null }) {
  if (pct === null) return <span>–</span>;
  return (
    <span css={pct > 0 ? up : pct < 0 ? down : quiet}>
      {pct > 0 ? '▲ ' : pct < 0 ? '▼ ' : ''}
      {formatPercent(pct)}
    </span>
  );
}

function Skeleton() {
  const { say } = useWords();
  return (
    <section css={box} aria-busy="true" aria-label={say('Loading market sentiment')}>
      <div css={bone} style={{ height: '20px', width: '55%' }} />
      <div css={middle} style={{ overflow: 'hidden' }}>
        <div css={body}>
          <div css={bone} style={{ height: '96px', width: '104px' }} />
          <div css={list}>
            <div css={bone} style={{ height: '28px' }} />
            <div css={bone} style={{ height: '28px' }} />
            <div css={bone} style={{ height: '28px' }} />
          </div>
        </div>
      </div>
      <div css={bone} style={{ height: '16px', width: '70%' }} />
    </section>
  );
}
