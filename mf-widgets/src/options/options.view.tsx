import { css } from '@emotion/react';
import type { OptionsInsight } from '@vimarsh/shared/contract/options-insight/types.ts';
import { daysTo } from '@vimarsh/shared/domain/market/days-to.ts';
import { formatNumber } from '@vimarsh/shared/domain/text/formats.ts';
import type { ReactNode } from 'react';
import { Kept } from '../insight/kept.tsx';
import { AsOf, button, Card, Figures, head, Insight, type InsightState, Move, price, quietPartCss, Scroll, table } from '../insight/parts.view.tsx';
import { Plot } from '../insight/plot.view.tsx';
import { allSections, type OptionsSections } from '../insight/sections.ts';
import { useWords, type Words } from '../insight/words.tsx';
import { ChainTable } from './chain-table.view.tsx';

const tabs = css`
  display: flex;
  flex-wrap: wrap;
  gap: 8px;
  margin-top: 12px;
`;
const pair = css`
  display: grid;
  gap: 16px;
  grid-template-columns: minmax(0, 1fr);
  @container (min-width: 800px) {
    grid-template-columns: repeat(2, minmax(0, 1fr));
  }
`;
const lines = css`
  margin: 0;
  padding-left: 18px;
  font-size: 0.875rem;
  list-style: disc;
`;
/** Whole on a phone: contract and class take two lines there. */
const classes = css`
  @container (max-width: 420px) {
    & th,
    & td {
      padding-inline: 4px;
    }
    & th[scope],
    & tr > :last-child {
      white-space: normal;
    }
  }
`;
const STATES = { open: '', closed: 'Closed', expired: 'Expired' } as const;
const TOP = 5;

export interface OptionsViewProps {
  readonly state: InsightState<OptionsInsight>;
  readonly onExpiry: (day: string) => void;
  /** The strategy builder, where the place has room and code for it. */
  readonly builder?: (data: OptionsInsight) => ReactNode;
  /** Below the chain: where a file can be saved. */
  readonly file?: (data: OptionsInsight) => ReactNode;
  /** What else a strike of the chain is marked with. */
  readonly mark?: (strike: number) => ReactNode;
  readonly sections?: OptionsSections;
}

/** Options insight of one underlying and expiry: derived figures, chain, open interest, volatilities, build-up. */
export function OptionsView({ state, onExpiry, builder, file, mark, sections = allSections }: OptionsViewProps) {
  const { say } = useWords();
  return (
    <Insight label={state.kind === 'ready' ? say('Options insight of {0}', state.data.symbol) : say('Options insight')} state={state}>
      {(data, stale) => {
        // Spot and basis tick by themselves.
        const { spot, change_pct, future, ...rest } = data;
        return (
          <>
            <Head data={data} stale={stale} onExpiry={onExpiry} />
            <Kept of={[sections, builder, file, mark, future?.figures, ...Object.values(rest)]}>
              {() => (
                <>
                  {sections('glance') ? (
                    <Card title={say('At a glance')}>
                      <Figures figures={data.figures} asOf={data.as_of} />
                    </Card>
                  ) : null}
                  {sections('chain') ? <Risk risk={data.risk} /> : null}
                  {sections('chain') ? (
                    <Card title={say('Option chain')}>
                      <ChainTable data={data} mark={mark} />
                      {file?.(data)}
                    </Card>
                  ) : null}
                  <Pair>
                    {sections('interest') ? <Interest data={data} /> : null}
                    {sections('volatility') ? <Volatilities data={data} /> : null}
                  </Pair>
                  <Pair>
                    {sections('session') ? <Session data={data} /> : null}
                    {sections('build-up') ? <BuildUp data={data} /> : null}
                  </Pair>
                  {sections('strategy') && builder ? <Card title={say('Strategy')}>{builder(data)}</Card> : null}
                  {sections('chain') ? null : <Risk risk={data.risk} />}
                  <p css={quietPartCss} lang="en">
                    {data.disclaimer}
                  </p>
                </>
              )}
            </Kept>
          </>
        );
      }}
    </Insight>
  );
}

/** Read before the chain; where a place leaves the chain out, at the end. */
function Risk({ risk }: { risk: OptionsInsight['risk'] }) {
  const { say } = useWords();
  return (
    <Card title={say('Risk disclosure on derivatives')}>
      <ul css={lines} lang="en">
        {risk.lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <p css={quietPartCss}>{say('Version {0}', risk.version)}</p>
    </Card>
  );
}

/** Side by side where there is room. */
function Pair({ children: [first, second] }: { children: [ReactNode, ReactNode] }) {
  if (!first || !second) return first || second;
  return (
    <div css={pair}>
      {first}
      {second}
    </div>
  );
}

/** In calendar days, as calls count them. */
function expiresIn(say: ReturnType<typeof useWords>['say'], days: number): string {
  if (days < 0) return say('expired');
  if (days === 0) return say('last day');
  return say(days === 1 ? '{0} calendar day left' : '{0} calendar days left', days);
}

function Head({ data, stale, onExpiry }: { data: OptionsInsight; stale: boolean; onExpiry: (day: string) => void }) {
  const { say, day: dayOf } = useWords();
  const state = STATES[data.state];
  const days = daysTo(data.expiry, new Date(data.as_of));
  // One text: of several, those behind the basis would move whenever it gets a digit more.
  const terms = [
    data.future && say('Future {0}, basis {1}', formatNumber(data.future.last, 2), formatNumber(data.future.basis, 2)),
    data.lot && say('lot {0}', data.lot),
    expiresIn(say, data.state === 'expired' ? -1 : days),
  ];
  return (
    <Card title={`${data.symbol} · ${data.name}`}>
      <div css={head}>
        <span css={price}>{formatNumber(data.spot, 2)}</span>
        {data.change_pct === null ? null : <Move pct={data.change_pct} />}
        <span css={quietPartCss}>{terms.filter(Boolean).join(' · ')}</span>
      </div>
      <Kept of={[data.expiries, data.expiry, data.as_of, data.source, data.quality, data.stale, stale, state, onExpiry]}>
        {() => (
          <>
            <fieldset css={tabs} style={{ border: 0, padding: 0, margin: '12px 0 0', minWidth: 0 }}>
              <legend css={quietPartCss}>{say('Expiry')}</legend>
              {data.expiries.map(({ day }) => (
                <button key={day} type="button" css={button} aria-pressed={day === data.expiry} onClick={() => onExpiry(day)}>
                  {dayOf(day)}
                </button>
              ))}
            </fieldset>
            <AsOf asOf={data.as_of} from={data.prices_from} badge={data.stale || stale ? say('Not up to date') : state && say(state)} />
            {data.quality === 'end of day' ? <p css={quietPartCss}>{say('From an end-of-day file: closes instead of quotes.')}</p> : null}
          </>
        )}
      </Kept>
    </Card>
  );
}

const strikeOf = (strike: number): string => formatNumber(strike, strike % 1 === 0 ? 0 : 2);
/** Where the forward lies along the strikes shown. */
function forwardMark(data: OptionsInsight, say: Words['say']): { at: number; label: string }[] {
  const at = data.rows.findIndex((row) => row.strike > data.forward.value);
  return at < 0 ? [] : [{ at: at / data.rows.length, label: say('Forward {0}', formatNumber(data.forward.value, 2)) }];
}

function Interest({ data }: { data: OptionsInsight }) {
  const lot = data.lot ?? 1;
  const { say } = useWords();
  const unit = say(data.lot ? 'lots' : 'shares');
  const points = data.rows.map((row) => strikeOf(row.strike));
  const bars = (measure: 'oi' | 'oi_change') => [
    { label: say('Calls, {0}', unit), values: data.rows.map((row) => (row.ce ? row.ce[measure] / lot : null)), kind: 'bar', tone: 'loss' } as const,
    { label: say('Puts, {0}', unit), values: data.rows.map((row) => (row.pe ? row.pe[measure] / lot : null)), kind: 'bar', tone: 'gain' } as const,
  ];
  const marks = forwardMark(data, say);
  const held = data.totals.ce_oi + data.totals.pe_oi;
  return (
    <Card title={say('Open interest by strike, {0}', unit)}>
      {held === 0 ? (
        <p>{say('There is no open interest in this expiry.')}</p>
      ) : (
        <>
          <Plot
            label={say('Open interest by strike')}
            axis={say('Strike')}
            points={points}
            series={bars('oi')}
            marks={marks}
            format={(value) => formatNumber(value)}
          />
          <h3>{say('Change in the session')}</h3>
          <Plot
            label={say('Change of open interest by strike')}
            axis={say('Strike')}
            points={points}
            series={bars('oi_change')}
            marks={marks}
            format={(value) => formatNumber(value)}
            signed
          />
        </>
      )}
    </Card>
  );
}

function Volatilities({ data }: { data: OptionsInsight }) {
  const points = data.rows.map((row) => strikeOf(row.strike));
  const { say, day } = useWords();
  return (
    <Card title={say('Volatility by strike and expiry')}>
      <Plot
        label={say('Implied volatility by strike')}
        axis={say('Strike')}
        points={points}
        series={[
          {
            label: say('Calls above the forward, %'),
            values: data.rows.map((row) => (row.strike >= data.forward.value ? (row.ce?.iv ?? null) : null)),
            kind: 'line',
            tone: 'loss',
          },
          {
            label: say('Puts below it, %'),
            values: data.rows.map((row) => (row.strike < data.forward.value ? (row.pe?.iv ?? null) : null)),
            kind: 'line',
            tone: 'gain',
          },
        ]}
        marks={forwardMark(data, say)}
        format={(value) => formatNumber(value, 1)}
      />
      <p css={quietPartCss}>{say('Out-of-the-money options only: quotes in the money say little about volatility.')}</p>
      <h3>{say('By expiry, at the money')}</h3>
      <Scroll label={say('ATM volatility by expiry')}>
        <table css={table}>
          <thead>
            <tr>
              <th scope="col">{say('Expiry')}</th>
              <th scope="col">{say('ATM volatility')}</th>
            </tr>
          </thead>
          <tbody>
            {data.term.map((row) => (
              <tr key={row.expiry}>
                <th scope="row">{day(row.expiry)}</th>
                <td>{row.iv === null ? '–' : `${formatNumber(row.iv, 2)}%`}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
    </Card>
  );
}

function Session({ data }: { data: OptionsInsight }) {
  const times = data.intraday.map((look) => new Date(Date.parse(look.t) + 330 * 60_000).toISOString().slice(11, 16));
  const { say, day } = useWords();
  return (
    <Card title={say('Put-call ratio through the session')}>
      {data.intraday.length < 2 ? (
        <p>{say('There is only one reading of this session so far, so there is no line to draw.')}</p>
      ) : (
        <Plot
          label={say('Put-call ratio by open interest, every 15 minutes')}
          axis={say('Time, IST')}
          points={times}
          series={[{ label: say('PCR, open interest'), values: data.intraday.map((look) => look.pcr), kind: 'line', tone: 'ink' }]}
          format={(value) => formatNumber(value, 3)}
          least={0.05}
        />
      )}
      {data.intraday.filter((look) => look.max_pain !== null).length > 1 ? (
        <>
          <h3>{say('Max pain through the session')}</h3>
          <Plot
            label={say('Max pain, every 15 minutes')}
            axis={say('Time, IST')}
            points={times}
            series={[{ label: say('Max pain, strike'), values: data.intraday.map((look) => look.max_pain), kind: 'line', tone: 'ink' }]}
            format={strikeOf}
          />
        </>
      ) : null}
      {data.iv_history.length > 1 ? (
        <>
          <h3>{say('ATM volatility at the close')}</h3>
          <Plot
            label={say('ATM volatility, last {0} closings', data.iv_history.length)}
            axis={say('Day')}
            points={data.iv_history.map((row) => day(row.day))}
            series={[{ label: say('ATM volatility, %'), values: data.iv_history.map((row) => row.iv), kind: 'line', tone: 'ink' }]}
            format={(value) => formatNumber(value, 1)}
            least={0.05}
          />
        </>
      ) : null}
    </Card>
  );
}

function BuildUp({ data }: { data: OptionsInsight }) {
  const { say, told } = useWords();
  const lot = data.lot ?? 1;
  const unit = say(data.lot ? 'lots' : 'shares');
  const busiest = data.rows
    .flatMap((row) => [
      row.ce && { strike: row.strike, type: 'Call' as const, cell: row.ce },
      row.pe && { strike: row.strike, type: 'Put' as const, cell: row.pe },
    ])
    .filter((entry) => entry !== null)
    .toSorted((a, b) => Math.abs(b.cell.oi_change) - Math.abs(a.cell.oi_change))
    .slice(0, TOP * 2);
  return (
    <Card title={say('Build-up')}>
      {data.future ? (
        <Figures figures={data.future.figures} asOf={data.as_of} />
      ) : (
        <p css={quietPartCss}>{say('There is no futures contract with this expiry.')}</p>
      )}
      <h3>{say('Contracts with the largest change of open interest')}</h3>
      <Scroll label={say('Build-up of options')}>
        <table css={[table, classes]}>
          <thead>
            <tr>
              <th scope="col">{say('Contract')}</th>
              <th scope="col">{say('Premium')}</th>
              <th scope="col">{say('ΔOI, {0}', unit)}</th>
              <th scope="col">{say('Class')}</th>
            </tr>
          </thead>
          <tbody>
            {busiest.map(({ strike, type, cell }) => (
              <tr key={`${strike} ${type}`}>
                <th scope="row">
                  {strikeOf(strike)} {say(type)}
                </th>
                <td>
                  <Move pct={cell.change_pct} />
                </td>
                <td>{formatNumber(cell.oi_change / lot)}</td>
                <td>{told(cell.build_up)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
      <p css={quietPartCss}>
        {say(
          'Against the close before. Premium up and open interest up: long build-up; down and up: short build-up; up and down: short covering; both down: long unwinding. Of an option it describes its premium, not the underlying.',
        )}
      </p>
    </Card>
  );
}
