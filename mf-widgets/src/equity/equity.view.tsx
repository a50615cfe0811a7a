import { css } from '@emotion/react';
import type { EquityInsight } from '@vimarsh/shared/contract/equity-insight/types.ts';
import { formatInr, formatNumber } from '@vimarsh/shared/domain/text/formats.ts';
import type { ReactNode } from 'react';
import { Kept } from '../insight/kept.tsx';
import { DRAWN } from '../insight/media.ts';
import { AsOf, Card, Figures, head, Insight, type InsightState, Move, number, Opens, price, quietPartCss, Scroll, table } from '../insight/parts.view.tsx';
import { allSections, type EquitySections } from '../insight/sections.ts';
import { useWords } from '../insight/words.tsx';
import { nearestLevels, PivotTable } from './pivots.view.tsx';
import { RatingScale } from './rating-scale.view.tsx';
import { Votes } from './votes.view.tsx';

/** Where there is room, the picture left and what it means right. */
const columns = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: var(--box-gap, 16px);
  align-items: start;
  & > :empty {
    display: none;
  }
  @container (min-width: 900px) {
    grid-template-columns: minmax(0, 3fr) minmax(0, 2fr);
  }
`;
const column = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: var(--box-gap, 16px);
  & > * {
    contain: content;
  }
  @media print {
    & > * {
      contain: none;
    }
  }
`;
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
  font-size: 0.75rem;
  color: var(--ink-2);
`;
/** A line with a mark on it, both painted as one background: a mark that moves lays out nothing and needs no layer of its own. */
const rail = css`
  height: 12px;
  background:
    linear-gradient(var(--ink), var(--ink)) 0 0 / 4px no-repeat,
    linear-gradient(var(--line-strong), var(--line-strong)) 0 4px / 100% 4px no-repeat;
  ${DRAWN}
`;
const list = css`
  margin: 0;
  padding: 0;
  list-style: none;
  display: grid;
  gap: 8px;
  & small {
    color: var(--ink-3);
    font-size: 0.75rem;
  }
`;
const KINDS = { strength: 'Strength', weakness: 'Weakness', opportunity: 'Opportunity', threat: 'Threat' } as const;
const STATUSES = { active: '', suspended: 'Trading suspended', ban: 'In F&O ban', delisted: 'Delisted' } as const;

const plainText = (symbol: string): ReactNode => symbol;

export interface EquityViewProps {
  readonly state: InsightState<EquityInsight>;
  /** Candles, where the place has room and code for them. */
  readonly chart?: ReactNode;
  /** A link to another stock's insight; plain text without it. */
  readonly link?: (symbol: string) => ReactNode;
  readonly sections?: EquitySections;
  /** In the place of open calls where there are none to show; words without it. The same from one drawing to the next. */
  readonly noCalls?: ReactNode;
}

/** Equity insight of one stock or index: rating with every vote, indicators, levels, risk, and what rules find. */
export function EquityView({ state, chart, link = plainText, sections = allSections, noCalls }: EquityViewProps) {
  const { say } = useWords();
  return (
    <Insight label={state.kind === 'ready' ? say('Equity insight of {0}', state.data.symbol) : say('Equity insight')} state={state}>
      {(data, stale) => {
        // The price ticks by itself.
        const { quote, ...rest } = data;
        const nearest = data.pivots && nearestLevels(data.pivots, quote.ltp);
        return (
          <>
            <Head data={data} stale={stale} />
            <div css={columns}>
              <div css={column}>
                {sections('chart') ? chart : null}
                <Kept of={[sections, ...Object.values(rest)]}>
                  {() => (
                    <>
                      {sections('rating') ? <Rating data={data} /> : null}
                      {sections('indicators') ? (
                        <Card title={say('Indicators')}>
                          <Figures figures={data.readings} asOf={data.as_of} />
                        </Card>
                      ) : null}
                      {sections('risk') ? (
                        <Card title={say('Risk and size')}>
                          <Figures figures={[...data.risk, ...data.facts]} asOf={data.as_of} />
                        </Card>
                      ) : null}
                    </>
                  )}
                </Kept>
              </div>
              <div css={column}>
                <Kept of={[sections, link, noCalls, nearest?.join(), ...Object.values(rest)]}>
                  {() => <Meaning data={data} nearest={nearest} link={link} sections={sections} noCalls={noCalls} />}
                </Kept>
              </div>
            </div>
            <p css={quietPartCss}>
              <span lang="en">{data.disclaimer}</span> {say('There is no data on fundamentals, shareholding or delivery here, and nothing is guessed.')}
            </p>
          </>
        );
      }}
    </Insight>
  );
}

interface MeaningProps {
  data: EquityInsight;
  nearest: ReturnType<typeof nearestLevels> | null;
  link: (symbol: string) => ReactNode;
  sections: EquitySections;
  noCalls: ReactNode;
}

/** What the picture means: levels, what rules find, and who else is there. */
function Meaning({ data, nearest, link, sections, noCalls }: MeaningProps) {
  const { say, day } = useWords();
  return (
    <>
      {sections('levels') ? (
        <Card title={say('Support and resistance')}>
          {data.pivots && nearest ? <PivotTable pivots={data.pivots} nearest={nearest} /> : <p>{say('Not enough data: there is no earlier session.')}</p>}
        </Card>
      ) : null}
      {sections('future') && data.future ? (
        <Card title={say('Future, expiry {0}', day(data.future.expiry))}>
          <Figures figures={data.future.figures} asOf={data.as_of} />
        </Card>
      ) : null}
      {sections('signals') ? <Found data={data} /> : null}
      {sections('experts') ? <Experts data={data} noCalls={noCalls} /> : null}
      {sections('peers') && data.peers.length > 0 ? <Peers data={data} link={link} /> : null}
    </>
  );
}

function Head({ data, stale }: { data: EquityInsight; stale: boolean }) {
  const { quote, range52 } = data;
  const { say, told, day: dayName } = useWords();
  const status = STATUSES[data.status];
  const [day, year] = [shareOf(quote, quote.ltp), range52 && shareOf(range52, quote.ltp)];
  const { exchange, sector, sessions, as_of, phase, source } = data;
  return (
    <Card title={`${data.symbol} · ${data.name}`}>
      <div css={head}>
        <span css={price} translate="no">
          {formatInr(quote.ltp)}
        </span>
        {data.last_traded ? <span css={quietPartCss}>{say('Last trade {0}', dayName(data.last_traded))}</span> : <Move pct={quote.change_pct} />}
        <span css={quietPartCss}>
          {exchange} · {told(sector)}
          {status ? ` · ${say(status)}` : ''}
        </span>
      </div>
      <Kept of={[quote.low, quote.high, day]}>{() => <Range name={say('Day')} of={quote} share={day} />}</Kept>
      <Kept of={[range52, year, quote.open, quote.prev_close, quote.volume, sessions, data.series_from, quote.step, stale, data.stale, as_of, phase, source]}>
        {() => (
          <>
            {range52 && year !== null ? (
              <Range name={say('52 weeks')} of={range52} share={year} />
            ) : (
              <p css={quietPartCss}>{say('52 weeks: not enough data, {0} sessions.', sessions)}</p>
            )}
            {quote.step ? <p css={quietPartCss}>{say('Change not known: the price stepped at the open, and no corporate action is on file yet.')}</p> : null}
            {data.series_from ? (
              <p css={quietPartCss}>{say('Figures begin with {0}: nobody knows why the price stepped that day.', dayName(data.series_from))}</p>
            ) : null}
            <p css={quietPartCss}>
              {say('Open {0} · previous close {1} · volume {2}', formatNumber(quote.open, 2), formatNumber(quote.prev_close, 2), formatNumber(quote.volume))}
            </p>
            <AsOf asOf={as_of} from={data.prices_from} badge={data.stale || stale ? say('Not up to date') : phase === 'closed' ? say('Closed') : ''} />
          </>
        )}
      </Kept>
    </Card>
  );
}

interface Bounds {
  readonly low: number;
  readonly high: number;
}
/** Where a price lies between two others, % to the half: nobody sees less, and most ticks then leave the mark where it is. */
const shareOf = ({ low, high }: Bounds, at: number): number => (high === low ? 50 : Math.round(Math.min(1, Math.max(0, (at - low) / (high - low))) * 200) / 2);

function Range({ name, of: { low, high }, share }: { name: string; of: Bounds; share: number }) {
  return (
    <div css={range}>
      <span>{name}</span>
      <span css={number}>
        {formatNumber(low, 2)} – {formatNumber(high, 2)}
      </span>
      <span />
      <div css={rail} style={{ backgroundPosition: `${share}% 0, 0 4px` }} aria-hidden="true" />
    </div>
  );
}

function Rating({ data }: { data: EquityInsight }) {
  const { rating, sessions } = data;
  const { say } = useWords();
  return (
    <Card title={say('Technical rating')}>
      <div css={scales}>
        <RatingScale title={say('Summary')} group={rating.summary} />
        <RatingScale title={say('Moving averages')} group={rating.averages} />
        <RatingScale title={say('Oscillators')} group={rating.oscillators} />
      </div>
      <Opens look={more} summary={say('All 26 votes and how they are counted')}>
        {() => (
          <>
            <p css={quietPartCss}>
              {say(
                'Each indicator votes −1, 0 or +1 on the last of {0} daily sessions. A group is the mean of its votes, the summary the mean of the two groups: below −0.5 strong sell, below −0.1 sell, up to 0.1 neutral, up to 0.5 buy, above strong buy. A vote without enough history is absent, never zero; an average that never forgets its first value votes once that weighs less than 0.1 % in it.',
                sessions,
              )}
            </p>
            <Votes votes={rating.votes} sessions={sessions} />
          </>
        )}
      </Opens>
    </Card>
  );
}

function Found({ data }: { data: EquityInsight }) {
  const { say, told, toldPlain, day } = useWords();
  return (
    <Card title={say('What rules find')}>
      {data.signals.length === 0 ? (
        <p>{say('No rule found anything in this session.')}</p>
      ) : (
        <ul css={list}>
          {data.signals.map((signal) => (
            <li key={signal.text}>
              <strong>{say(KINDS[signal.kind])}</strong> {told(signal.text)}
              <br />
              <small>
                {told(signal.rule)} · {day(signal.day)}
              </small>
            </li>
          ))}
        </ul>
      )}
      {data.actions.length > 0 ? (
        <p css={quietPartCss}>
          {data.actions.map((action) => `${day(action.day)}: ${toldPlain(action.text)}`).join(' · ')}. {say('Past prices are adjusted for splits and bonuses.')}
        </p>
      ) : null}
    </Card>
  );
}

function Experts({ data: { consensus, sentiment }, noCalls }: { data: EquityInsight; noCalls: ReactNode }) {
  const total = consensus.buy + consensus.sell + consensus.hold;
  const { say, toldPlain, day } = useWords();
  return (
    <Card title={say('Experts’ open calls')}>
      {total === 0 ? (
        (noCalls ?? <p>{say('No open calls to show.')}</p>)
      ) : (
        <p>
          {say(
            '{0} Buy · {1} Sell · {2} Hold by {3} {4}, between {5} and {6}.',
            consensus.buy,
            consensus.sell,
            consensus.hold,
            consensus.experts,
            say(consensus.experts === 1 ? 'expert' : 'experts'),
            day(consensus.oldest ?? ''),
            day(consensus.newest ?? ''),
          )}
        </p>
      )}
      {sentiment ? (
        <p css={quietPartCss}>
          {sentiment.score === null
            ? say('Sentiment has no score: {0}', toldPlain(sentiment.note))
            : say('Sentiment {0} of 100, {1}', formatNumber(sentiment.score), toldPlain(sentiment.zone ?? ''))}
        </p>
      ) : null}
    </Card>
  );
}

function Peers({ data, link }: { data: EquityInsight; link: (symbol: string) => ReactNode }) {
  const { say, toldPlain, day } = useWords();
  const sized = data.peers.some((peer) => peer.market_cap_cr > 0);
  return (
    <Card title={say('Other large stocks in {0}', toldPlain(data.sector))}>
      <Scroll label={say('Peers by size')}>
        <table css={table}>
          <thead>
            <tr>
              <th scope="col">{say('Stock')}</th>
              <th scope="col">{say('Price')}</th>
              <th scope="col">{say('Day’s change')}</th>
              {sized ? <th scope="col">{say('Size, ₹ crore')}</th> : null}
            </tr>
          </thead>
          <tbody>
            {data.peers.map((peer) => (
              <tr key={peer.symbol}>
                <th scope="row" title={peer.name}>
                  {link(peer.symbol)}
                </th>
                <td>{formatInr(peer.ltp)}</td>
                <td>{peer.last_traded ? say('Last trade {0}', day(peer.last_traded)) : <Move pct={peer.change_pct} />}</td>
                {sized ? <td>{formatNumber(peer.market_cap_cr)}</td> : null}
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
    </Card>
  );
}
