import { css } from '@emotion/react';
import type { EquityInsight } from '@vimarsh/shared/contract/equity-insight.contract.ts';
import { formatDay, formatInr, formatNumber } from '@vimarsh/shared/domain/formats.ts';
import type { ReactNode } from 'react';
import { AsOf, Card, Figures, head, Insight, type InsightState, Move, number, price, quiet, Scroll, table } from '../insight/parts.view.tsx';
import { PivotTable } from './pivots.view.tsx';
import { RatingScale } from './rating-scale.view.tsx';
import { Votes } from './votes.view.tsx';

const scales = css`
  display: grid;
  gap: 16px;
  @container (min-width: 560px) {
    grid-template-columns: repeat(3, minmax(0, 1fr));
  }
`;
const more = css`
  margin-top: 12px;
  & > summary {
    cursor: pointer;
    min-height: 28px;
    font-weight: 500;
  }
  & > summary:focus-visible {
    outline: 2px solid var(--accent);
    outline-offset: 2px;
  }
`;
const range = css`
  display: grid;
  grid-template-columns: 76px minmax(0, 1fr);
  gap: 4px 8px;
  align-items: center;
  margin-top: 8px;
  font-size: 12px;
  color: var(--ink-2);
`;
const rail = css`
  position: relative;
  height: 4px;
  border-radius: 2px;
  background: var(--line-strong);
`;
const dot = css`
  position: absolute;
  top: -4px;
  width: 4px;
  height: 12px;
  border-radius: 2px;
  background: var(--ink);
`;
const list = css`
  margin: 0;
  padding: 0;
  list-style: none;
  display: grid;
  gap: 8px;
  & small {
    color: var(--ink-3);
    font-size: 12px;
  }
`;
const KINDS = { strength: 'Strength', weakness: 'Weakness', opportunity: 'Opportunity', threat: 'Threat' } as const;
const STATUSES = { active: '', suspended: 'Trading suspended', ban: 'In F&O ban', delisted: 'Delisted' } as const;

export interface EquityViewProps {
  readonly state: InsightState<EquityInsight>;
  /** Candles, where the place has room and code for them. */
  readonly chart?: ReactNode;
  /** A link to another stock's insight; plain text without it. */
  readonly link?: (symbol: string) => ReactNode;
}

/** Equity insight of one stock or index: rating with every vote, indicators, levels, risk, and what rules find. */
export function EquityView({ state, chart, link = (symbol) => symbol }: EquityViewProps) {
  return (
    <Insight label={state.kind === 'ready' ? `Equity insight of ${state.data.symbol}` : 'Equity insight'} state={state}>
      {(data, stale) => (
        <>
          <Head data={data} stale={stale} />
          {chart}
          <Rating data={data} />
          <Card title="Indicators">
            <Figures figures={data.readings} asOf={data.as_of} />
          </Card>
          <Card title="Support and resistance">
            {data.pivots ? <PivotTable pivots={data.pivots} price={data.quote.ltp} /> : <p>Not enough data: there is no earlier session.</p>}
          </Card>
          <Card title="Risk and size">
            <Figures figures={[...data.risk, ...data.facts]} asOf={data.as_of} />
          </Card>
          {data.future ? (
            <Card title={`Future, expiry ${formatDay(data.future.expiry)}`}>
              <Figures figures={data.future.figures} asOf={data.as_of} />
            </Card>
          ) : null}
          <Found data={data} />
          <Experts data={data} />
          {data.peers.length > 0 ? <Peers data={data} link={link} /> : null}
          <p css={quiet}>{data.disclaimer} Fundamentals, shareholding and delivery are not part of this market’s data and are not guessed.</p>
        </>
      )}
    </Insight>
  );
}

function Head({ data, stale }: { data: EquityInsight; stale: boolean }) {
  const { quote } = data;
  return (
    <Card title={`${data.symbol} · ${data.name}`}>
      <div css={head}>
        <span css={price}>{formatInr(quote.ltp)}</span>
        <Move pct={quote.change_pct} />
        <span css={quiet}>
          {data.exchange} · {data.sector}
          {STATUSES[data.status] ? ` · ${STATUSES[data.status]}` : ''}
        </span>
      </div>
      <Range name="Day" low={quote.low} high={quote.high} at={quote.ltp} />
      {data.range52 ? (
        <Range name="52 weeks" low={data.range52.low} high={data.range52.high} at={quote.ltp} />
      ) : (
        <p css={quiet}>52 weeks: not enough data, {data.sessions} of 252 sessions.</p>
      )}
      <p css={quiet}>
        Open {formatNumber(quote.open, 2)} · previous close {formatNumber(quote.prev_close, 2)} · volume {formatNumber(quote.volume)}
      </p>
      <AsOf
        asOf={data.as_of}
        simulated={data.source === 'simulated'}
        badge={data.stale || stale ? 'Not up to date' : data.phase === 'closed' ? 'Closed' : ''}
        methods={data.methods}
      />
    </Card>
  );
}

function Range({ name, low, high, at }: { name: string; low: number; high: number; at: number }) {
  const share = high === low ? 0.5 : Math.min(1, Math.max(0, (at - low) / (high - low)));
  return (
    <div css={range}>
      <span>{name}</span>
      <span css={number}>
        {formatNumber(low, 2)} – {formatNumber(high, 2)}
      </span>
      <span />
      <div css={rail} aria-hidden="true">
        <span css={dot} style={{ left: `calc(${share * 100}% - 2px)` }} />
      </div>
    </div>
  );
}

function Rating({ data }: { data: EquityInsight }) {
  const { rating, sessions } = data;
  return (
    <Card title="Technical rating">
      <div css={scales}>
        <RatingScale title="Summary" group={rating.summary} />
        <RatingScale title="Moving averages" group={rating.averages} />
        <RatingScale title="Oscillators" group={rating.oscillators} />
      </div>
      <details css={more}>
        <summary>All 26 votes and how they are counted</summary>
        <p css={quiet}>
          Each indicator votes −1, 0 or +1 on the last of {sessions} daily sessions. A group is the mean of its votes, the summary the mean of the two groups:
          below −0.5 strong sell, below −0.1 sell, up to 0.1 neutral, up to 0.5 buy, above strong buy. A vote without enough history is absent, never zero.
        </p>
        <Votes votes={rating.votes} sessions={sessions} />
      </details>
    </Card>
  );
}

function Found({ data }: { data: EquityInsight }) {
  return (
    <Card title="What rules find">
      {data.signals.length === 0 ? (
        <p>None of the rules applies today.</p>
      ) : (
        <ul css={list}>
          {data.signals.map((signal) => (
            <li key={signal.text}>
              <strong>{KINDS[signal.kind]}</strong> {signal.text}
              <br />
              <small>
                {signal.rule} · {formatDay(signal.day)}
              </small>
            </li>
          ))}
        </ul>
      )}
      {data.actions.length > 0 ? (
        <p css={quiet}>{data.actions.map((action) => `${formatDay(action.day)}: ${action.text}`).join(' · ')}. Past prices are shown on today’s share count.</p>
      ) : null}
    </Card>
  );
}

function Experts({ data: { consensus, sentiment } }: { data: EquityInsight }) {
  const total = consensus.buy + consensus.sell + consensus.hold;
  return (
    <Card title="Experts’ open calls">
      {total === 0 ? (
        <p>No open calls.</p>
      ) : (
        <p>
          {consensus.buy} Buy · {consensus.sell} Sell · {consensus.hold} Hold by {consensus.experts} {consensus.experts === 1 ? 'expert' : 'experts'}, between{' '}
          {formatDay(consensus.oldest ?? '')} and {formatDay(consensus.newest ?? '')}.
        </p>
      )}
      {sentiment ? (
        <p css={quiet}>
          Sentiment {sentiment.score === null ? `has no score: ${sentiment.note}` : `${formatNumber(sentiment.score)} of 100, ${sentiment.zone}`}
        </p>
      ) : null}
    </Card>
  );
}

function Peers({ data, link }: { data: EquityInsight; link: (symbol: string) => ReactNode }) {
  return (
    <Card title={`Largest others in ${data.sector}`}>
      <Scroll label="Peers by size">
        <table css={table}>
          <thead>
            <tr>
              <th scope="col">Stock</th>
              <th scope="col">Price</th>
              <th scope="col">Today</th>
              <th scope="col">Size, ₹ crore</th>
            </tr>
          </thead>
          <tbody>
            {data.peers.map((peer) => (
              <tr key={peer.symbol}>
                <th scope="row" title={peer.name}>
                  {link(peer.symbol)}
                </th>
                <td>{formatInr(peer.ltp)}</td>
                <td>
                  <Move pct={peer.change_pct} />
                </td>
                <td>{formatNumber(peer.market_cap_cr)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
    </Card>
  );
}
