import { css } from '@emotion/react';
import { readCategorised } from '@vimarsh/shared/contract/categorisation/routes.ts';
import type { Categorised, Dimension, SlicedCall } from '@vimarsh/shared/contract/categorisation/types.ts';
import { callAddress } from '@vimarsh/shared/domain/routing/places.ts';
import { formatDay, formatIst, formatNumber, formatPercent } from '@vimarsh/shared/domain/text/formats.ts';
import { part } from '@vimarsh/shared/kit/part.tsx';
import { useQuery } from '@vimarsh/shared/kit/query.ts';
import { Link, navigate, usePath } from '@vimarsh/shared/kit/router.tsx';
import { Badge } from '@vimarsh/shared/ui/badge.tsx';
import { Chip } from '@vimarsh/shared/ui/chip.tsx';
import { DisclosureStrip } from '@vimarsh/shared/ui/disclosure.tsx';
import { Segmented, SelectField } from '@vimarsh/shared/ui/field.tsx';
import { LockedCard } from '@vimarsh/shared/ui/locked.tsx';
import { Page } from '@vimarsh/shared/ui/page.tsx';
import { Change } from '@vimarsh/shared/ui/price.tsx';
import { Skeleton, SkeletonRows } from '@vimarsh/shared/ui/skeleton.tsx';
import { EmptyState, ErrorState, StaleBadge } from '@vimarsh/shared/ui/state.tsx';
import { SymbolLink } from '@vimarsh/shared/ui/symbol-link.tsx';
import { Table } from '@vimarsh/shared/ui/table.tsx';
import { useMemo, useState } from 'react';
import { CsvDownload } from '../insight/csv-download.tsx';
import { Card } from '../insight/parts.view.tsx';
import { BrokerLoginFirst } from './broker-login-first.tsx';
import { csvOf, MEASURES, type Measure, measuresOf, shownMeasure } from './measure.ts';
import { SliceTable } from './slice-table.tsx';
import { askedOf, DIMENSION_NAMES, dimensionsOf, parseSlice, type Slice, sliceUrl } from './slice-url.ts';

const REFRESH_MS = 15_000;

/** As high as the form that comes. */
const ownViewsPlace = css`
  height: 170px;
  @media (min-width: 880px) and (pointer: fine) {
    height: 145px;
  }
`;
/** Code that only Pro's screens fetch. */
const OwnViews = part({
  what: 'Your saved views',
  load: () => import('./saved-views.panel.tsx').then((panel) => panel.OwnViews),
  placeholder: (
    <div css={ownViewsPlace}>
      <Skeleton height="100%" />
    </div>
  ),
});

const controls = css`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(150px, 1fr));
  align-items: end;
  gap: var(--s-12);
`;
const chips = css`
  display: flex;
  flex-wrap: wrap;
  gap: var(--s-8);
`;
const totals = css`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(120px, 1fr));
  gap: var(--s-8) var(--s-16);
  margin: 0;
  & dt {
    font-size: var(--t-12);
    color: var(--ink-2);
  }
  & dd {
    margin: 0;
    font-weight: 600;
    font-variant-numeric: tabular-nums;
  }
`;
const roomy = css`
  min-height: 320px;
`;
const spanCss = css`
  font-size: var(--t-13);
  color: var(--ink-2);
`;
const quiet = css`
  margin: 0;
  font-size: var(--t-12);
  color: var(--ink-3);
`;

/** Every call one may see, counted by what it is: rows, columns, and one step inside at a time (S2.1-ROUTE-26). */
export function DataCategorisationPage() {
  const { query } = usePath();
  const slice = useMemo(() => parseSlice(query), [query]);
  const [measure, setMeasure] = useState<Measure>('n');
  const { data, error, stale, asOf, refetch } = useQuery(
    readCategorised,
    { query: askedOf(slice) },
    { every: REFRESH_MS, told: ['BROKER_LOGIN'], shown: true },
  );
  if (error?.code === 'BROKER_LOGIN')
    return (
      <Page title="Data categorisation">
        <BrokerLoginFirst />
      </Page>
    );
  const shown = data && data.view === slice.view ? data : undefined;
  return (
    <Page title="Data categorisation" actions={error && asOf && stale ? <StaleBadge asOf={asOf} /> : null}>
      <Controls slice={slice} byStatus={data?.figures !== false} measure={measure} onMeasure={setMeasure} />
      {shown ? (
        <Counted data={shown} slice={slice} measure={measuresOf(slice.view).includes(measure) ? measure : 'n'} />
      ) : error ? (
        <ErrorState what="the calls" onRetry={refetch} error={error} />
      ) : (
        <SkeletonRows rows={14} />
      )}
      <DisclosureStrip illustration />
    </Page>
  );
}
export { DataCategorisationPage as Page };

const go = (slice: Slice): void => navigate(sliceUrl(slice));

interface ControlsProps {
  slice: Slice;
  /** Closed calls are not counted by status where past performance is not shown. */
  byStatus: boolean;
  measure: Measure;
  onMeasure: (measure: Measure) => void;
}

function Controls({ slice, byStatus, measure, onMeasure }: ControlsProps) {
  const free = dimensionsOf(slice.view).filter((dimension) => slice.where[dimension] === undefined && (byStatus || dimension !== 'status'));
  const named = (dimension: Dimension) => ({ value: dimension, label: DIMENSION_NAMES[dimension] });
  return (
    <div css={controls}>
      <Segmented
        label="Which calls"
        showLabel
        options={[
          { value: 'live', label: 'Live' },
          { value: 'closed', label: 'Closed' },
        ]}
        value={slice.view}
        onChange={(view) => go(parseSlice(new URLSearchParams(sliceUrl({ ...slice, view }).split('?')[1])))}
      />
      <SelectField label="Rows" options={free.map(named)} value={slice.rows} onChange={(rows) => go({ ...slice, rows: rows as Dimension })} />
      <SelectField
        label="Columns"
        options={[{ value: '', label: 'None' }, ...free.filter((dimension) => dimension !== slice.rows).map(named)]}
        value={slice.columns}
        onChange={(columns) => go({ ...slice, columns: columns as Dimension | '' })}
      />
      {slice.columns ? (
        <SelectField
          label="Show"
          options={measuresOf(slice.view).map((value) => ({ value, label: MEASURES[value].name }))}
          value={measure}
          onChange={(value) => onMeasure(value as Measure)}
        />
      ) : null}
    </div>
  );
}

function Counted({ data, slice, measure }: { data: Categorised; slice: Slice; measure: Measure }) {
  return (
    <>
      {data.where.length > 0 ? (
        <fieldset css={[chips, { margin: 0, padding: 0, border: 0 }]} aria-label="Active filters">
          {data.where.map(({ dimension, label }) => (
            <Chip key={dimension} onRemove={() => go({ ...slice, where: { ...slice.where, [dimension]: undefined } })}>
              {`${DIMENSION_NAMES[dimension]}: ${label}`}
            </Chip>
          ))}
        </fieldset>
      ) : null}
      {data.since && <p css={spanCss}>Calls that ended since {formatDay(data.since)}.</p>}
      <dl css={totals}>
        {measuresOf(data.view).map((each) => (
          <div key={each}>
            <dt>{MEASURES[each].name}</dt>
            <dd>{shownMeasure(each, data.total, data.figures)}</dd>
          </div>
        ))}
      </dl>
      {data.total.n === 0 ? (
        <EmptyState title="No call fits" text="Remove a filter, or look at the other calls." />
      ) : (
        <Card title={`By ${DIMENSION_NAMES[slice.rows].toLowerCase()}`}>
          <div css={roomy}>
            <SliceTable data={data} slice={slice} measure={measure} />
          </div>
          {data.csv ? (
            <div css={{ marginTop: 12 }}>
              <CsvDownload name={`calls-${data.view}-${data.as_of.slice(0, 10)}.csv`} text={() => csvOf(data)} />
            </div>
          ) : null}
        </Card>
      )}
      {data.locked_count > 0 ? <LockedCard text={`${formatNumber(data.locked_count)} more live calls are outside your access and not counted here.`} /> : null}
      {data.calls.length > 0 ? (
        <Card title={data.calls.length < data.total.n ? `The newest ${data.calls.length} of these calls` : 'These calls'}>
          <CallTable calls={data.calls} view={data.view} />
        </Card>
      ) : null}
      {/* Below the table: what comes later moves nothing that is read. */}
      {data.saves ? <OwnViews slice={slice} /> : null}
      <p css={quiet}>{methodOf(data)}</p>
    </>
  );
}

function CallTable({ calls, view }: { calls: readonly SlicedCall[]; view: Categorised['view'] }) {
  const live = view === 'live';
  return (
    <Table
      caption={live ? 'Live calls of this slice' : 'Closed calls of this slice'}
      rows={calls}
      rowKey={({ id }) => id}
      columns={[
        {
          key: 'stock',
          label: 'Stock',
          render: ({ stock }) => <SymbolLink symbol={stock} />,
        },
        {
          key: 'type',
          label: 'Call',
          render: ({ id, stock, call_type }) => (
            <Link to={callAddress(id, true)} aria-label={`${call_type} call on ${stock}`}>
              {call_type}
            </Link>
          ),
        },
        { key: 'potential', label: 'Published potential', align: 'end', render: ({ potential_return }) => formatPercent(potential_return) },
        live
          ? {
              key: 'progress',
              label: 'Progress',
              align: 'end',
              render: ({ progress, near_stop }) => (
                <>
                  {near_stop ? <Badge tone="warn">near stop</Badge> : null} {formatPercent(progress, { signed: false })}
                </>
              ),
            }
          : { key: 'result', label: 'Result', align: 'end', render: ({ realised_return }) => <Change pct={realised_return} /> },
        { key: 'day', label: live ? 'Published' : 'Ended', align: 'end', render: ({ published_at, ended_at }) => formatDay(ended_at ?? published_at) },
        { key: 'expert', label: 'Expert', render: ({ expert }) => expert },
      ]}
    />
  );
}

const methodOf = ({ view, as_of, disclaimer, total }: Categorised): string =>
  view === 'live'
    ? `${formatIst(as_of)}. Potential: from the published price to the target. Progress: how far the price has gone from entry to target. Trend: the last close against its mean of 50 sessions. Traded value: median of 20 sessions. Near stop: within a quarter of the risk.`
    : `${formatIst(as_of)}. Closed calls: the last 365 days. In profit: result after estimated costs above zero. R: result as a multiple of the risk. Rates need ${total.need} results. ${disclaimer}`;
