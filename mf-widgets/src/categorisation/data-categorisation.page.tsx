import { css } from '@emotion/react';
import { readCategorised } from '@vimarsh/shared/contract/categorisation/routes.ts';
import type { Categorised, SlicedCall } from '@vimarsh/shared/contract/categorisation/types.ts';
import { istDay } from '@vimarsh/shared/domain/market/ist-day.ts';
import { callAddress } from '@vimarsh/shared/domain/routing/places.ts';
import { formatDay, formatIst, formatNumber, formatPercent } from '@vimarsh/shared/domain/text/formats.ts';
import { part } from '@vimarsh/shared/kit/part.tsx';
import { useQuery } from '@vimarsh/shared/kit/query/query.ts';
import { Link, navigate, usePath } from '@vimarsh/shared/kit/router.tsx';
import { Badge } from '@vimarsh/shared/ui/badge.tsx';
import { LockedCard } from '@vimarsh/shared/ui/calls/locked.tsx';
import { Change } from '@vimarsh/shared/ui/calls/price.tsx';
import { SymbolLink } from '@vimarsh/shared/ui/calls/symbol-link.tsx';
import { Button } from '@vimarsh/shared/ui/fields/button.tsx';
import { Segmented } from '@vimarsh/shared/ui/fields/field.tsx';
import { DisclosureStrip } from '@vimarsh/shared/ui/page/disclosure.tsx';
import { Page } from '@vimarsh/shared/ui/page/page.tsx';
import { Skeleton, SkeletonRows } from '@vimarsh/shared/ui/page/skeleton.tsx';
import { ErrorState, StaleBadge } from '@vimarsh/shared/ui/page/state.tsx';
import { Table } from '@vimarsh/shared/ui/page/table.tsx';
import { useMemo, useState } from 'react';
import { BrokerLoginFirst } from './broker-login-first.tsx';
import { calledBy, columns, controls, quiet, REFRESH_MS, small, stacked } from './categorisation.css.ts';
import { csvOf, MEASURES, type Measure, type Measured, measuresOf, shownMeasure } from './measure.ts';
import { ActiveFilters, Answer, AxesChoice, CallsCard, CountsCard, NothingFits, Totals, ViewChoice } from './slice-parts.tsx';
import {
  askedOf,
  CATEGORIES_PATH,
  DIMENSION_NAMES,
  dimensionsOf,
  OPTION_SLICES,
  OPTIONS_SLICE,
  parseSlice,
  SEGMENT,
  type Slice,
  sliceUrl,
  within,
} from './slice-url.ts';

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

const OptionSlices = part({
  what: 'Option calls by category',
  load: () => import('./option-slices.panel.tsx').then((panel) => panel.OptionSlices),
  placeholder: <SkeletonRows rows={16} screen />,
});

/** Every call one may see, counted by what it is: rows, columns, and one step inside at a time (S2.1-ROUTE-26). Calls on shares and option calls apart. */
export function DataCategorisationPage() {
  const { query } = usePath();
  const options = query.get(SEGMENT) === OPTIONS_SLICE;
  const slice = useMemo(() => parseSlice(query), [query]);
  const [measure, setMeasure] = useState<Measure>('n');
  const { data, error, stale, asOf, refetch } = useQuery(
    readCategorised,
    { query: askedOf(slice) },
    { every: REFRESH_MS, told: ['BROKER_LOGIN'], shown: true, enabled: !options },
  );
  if (!options && error?.code === 'BROKER_LOGIN')
    return (
      <Page title="Calls by category">
        <BrokerLoginFirst />
      </Page>
    );
  const shown = data && data.view === slice.view ? data : undefined;
  return (
    <Page title="Calls by category" actions={!options && error && asOf && stale ? <StaleBadge asOf={asOf} /> : null}>
      <Segmented
        label="Calls on"
        options={[
          { value: 'equity', label: 'Shares' },
          { value: OPTIONS_SLICE, label: 'Options' },
        ]}
        value={options ? OPTIONS_SLICE : 'equity'}
        onChange={(segment) => navigate(segment === OPTIONS_SLICE ? OPTION_SLICES : CATEGORIES_PATH)}
      />
      {options ? (
        <OptionSlices query={query} />
      ) : (
        <>
          <Controls slice={slice} byStatus={data?.figures !== false} measure={measure} onMeasure={setMeasure} />
          {shown ? (
            <Counted data={shown} slice={slice} measure={measuresOf(slice.view).includes(measure) ? measure : 'n'} />
          ) : error ? (
            <ErrorState what="the calls" onRetry={refetch} error={error} />
          ) : (
            <SkeletonRows rows={14} screen />
          )}
        </>
      )}
      <DisclosureStrip illustration />
    </Page>
  );
}
export { DataCategorisationPage as Page };

const go = (slice: Slice): void => navigate(sliceUrl(slice));

interface ControlsProps {
  slice: Slice;
  byStatus: boolean;
  measure: Measure;
  onMeasure: (measure: Measure) => void;
}

function Controls({ slice, ...shown }: ControlsProps) {
  return (
    <div css={controls}>
      <ViewChoice view={slice.view} onChange={(view) => go(parseSlice(new URLSearchParams(sliceUrl({ ...slice, view }).split('?')[1])))} />
      <AxesChoice
        axes={slice}
        names={DIMENSION_NAMES}
        known={dimensionsOf(slice.view)}
        onAxes={(change) => go({ ...slice, ...change })}
        measures={measuresOf(slice.view).map((key) => ({ key, name: MEASURES[key].name }))}
        {...shown}
      />
    </div>
  );
}

function Counted({ data, slice, measure }: { data: Categorised; slice: Slice; measure: Measure }) {
  const shownAs = (each: Measure) => ({
    key: each,
    name: MEASURES[each].name,
    how: MEASURES[each].how,
    text: (cell: Measured) => shownMeasure(each, cell, data.figures),
  });
  const measures = measuresOf(data.view).map(shownAs);
  const rowName = DIMENSION_NAMES[slice.rows];
  // Rows of live calls tell what came of them; what was promised stands above, for all, and has no room beside it.
  const inRows = data.view === 'closed' ? measures : measures.filter(({ key }) => key !== 'potential');
  return (
    <>
      <ActiveFilters where={data.where} names={DIMENSION_NAMES} onRemove={(dimension) => go({ ...slice, where: { ...slice.where, [dimension]: undefined } })} />
      {data.total.n > 0 && (
        <Answer
          n={data.total.n}
          what={data.view === 'live' ? ['live call', 'live calls'] : ['closed call', 'closed calls']}
          rows={data.rows}
          cells={data.cells}
        />
      )}
      <Totals since={data.since} measures={measures} total={data.total} />
      {data.total.n === 0 ? (
        <NothingFits
          title="No call fits"
          onClear={data.where.length > 0 ? () => go({ ...slice, where: {} }) : null}
          view={data.view}
          onView={(view) => go({ ...slice, view })}
        />
      ) : (
        <div css={columns} data-wide={slice.columns ? '' : undefined}>
          <CountsCard
            caption={`${data.view === 'live' ? 'Live' : 'Closed'} calls by ${rowName.toLowerCase()}`}
            rowName={rowName}
            columnName={slice.columns && DIMENSION_NAMES[slice.columns]}
            rows={data.rows}
            columns={data.columns}
            cells={data.cells}
            measures={inRows}
            measure={shownAs(measure)}
            inside={(row, column) =>
              sliceUrl(within(slice, [slice.rows, row], ...(column !== undefined && slice.columns ? [[slice.columns, column] as const] : [])))
            }
            file={data.csv ? { name: `calls-${data.view}-${istDay(new Date(data.as_of))}.csv`, text: () => csvOf(data) } : null}
          />
          <CallsCard shown={data.calls.length} all={data.total.n}>
            <CallTable calls={data.calls} view={data.view} />
          </CallsCard>
        </div>
      )}
      {data.locked_count > 0 ? (
        <LockedCard
          text={`${data.locked_count === 1 ? '1 call of a term outside your access was' : `${formatNumber(data.locked_count)} calls of terms outside your access were`} live at the start of today. Only calls that you may read are counted here.`}
          action={<Button onClick={() => go({ ...slice, view: 'closed' })}>See closed calls</Button>}
        />
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
      caption={live ? 'These live calls' : 'These closed calls'}
      rows={calls}
      rowKey={({ id }) => id}
      columns={[
        {
          key: 'stock',
          label: 'Call',
          render: ({ id, stock, call_type, expert }) => (
            <span css={calledBy}>
              <span>
                <SymbolLink symbol={stock} />
                <Link to={callAddress(id, true)} aria-label={`${call_type} call on ${stock}`}>
                  {call_type}
                </Link>
              </span>
              <small css={small}>{expert}</small>
            </span>
          ),
        },
        live
          ? { key: 'made', label: 'Made, after costs', align: 'end', render: ({ made }) => <Change pct={made ?? null} /> }
          : { key: 'potential', label: 'Published potential', align: 'end', render: ({ potential_return }) => formatPercent(potential_return) },
        live
          ? {
              key: 'progress',
              label: 'Progress',
              align: 'end',
              render: ({ progress, near_stop }) => (
                <span css={stacked}>
                  {formatPercent(progress, { signed: false })}
                  {near_stop ? <Badge tone="warn">near stop</Badge> : null}
                </span>
              ),
            }
          : {
              key: 'result',
              label: 'Result',
              align: 'end',
              render: ({ made, realised_return }) => <Change pct={made === undefined ? realised_return : made} />,
            },
        { key: 'day', label: live ? 'Published' : 'Ended', align: 'end', render: ({ published_at, ended_at }) => formatDay(ended_at ?? published_at) },
      ]}
    />
  );
}

const methodOf = ({ view, as_of, disclaimer, total }: Categorised): string =>
  view === 'live'
    ? `${formatIst(as_of)}. Result so far: what a follower has made since entry, after estimated costs. Potential: from the published price to the target. Progress: how far the price has gone from entry to target. Trend: the last close against its mean of 50 sessions. Traded value: median of 20 sessions. Near stop: within a quarter of the risk.`
    : `${formatIst(as_of)}. Closed calls: the last 365 days. Result: what a follower made after estimated costs. In profit: result after estimated costs above zero. R: result as a multiple of the risk. Rates need ${total.need} results. ${disclaimer}`;
