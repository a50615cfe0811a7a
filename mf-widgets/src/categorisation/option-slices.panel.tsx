import { type CategorisedOptions, readCategorisedOptions, type SlicedOptionCall } from '@vimarsh/shared/contract/categorisation/options.ts';
import { STRATEGY_LABEL } from '@vimarsh/shared/domain/calls/options/names.ts';
import { istDay } from '@vimarsh/shared/domain/market/ist-day.ts';
import { optionCallAddress } from '@vimarsh/shared/domain/routing/member-places.ts';
import { formatDay, formatIst, formatPercent } from '@vimarsh/shared/domain/text/formats.ts';
import { useQuery } from '@vimarsh/shared/kit/query/query.ts';
import { Link, navigate } from '@vimarsh/shared/kit/router.tsx';
import { Change } from '@vimarsh/shared/ui/calls/price.tsx';
import { SymbolLink } from '@vimarsh/shared/ui/calls/symbol-link.tsx';
import { Segmented } from '@vimarsh/shared/ui/fields/field.tsx';
import { SkeletonRows } from '@vimarsh/shared/ui/page/skeleton.tsx';
import { ErrorState, StaleBadge } from '@vimarsh/shared/ui/page/state.tsx';
import { Table } from '@vimarsh/shared/ui/page/table.tsx';
import { useMemo, useState } from 'react';
import { BrokerLoginFirst } from './broker-login-first.tsx';
import { calledBy, columns, controls, quiet, REFRESH_MS, small } from './categorisation.css.ts';
import { OPTION_MEASURES, type OptionMeasure, type OptionMeasured, optionCsv, optionMeasuresOf, shownOptionMeasure } from './option-measure.ts';
import {
  askedOfOptions,
  OPTION_DIMENSION_NAMES,
  type OptionSlice,
  optionDimensionsOf,
  optionSliceUrl,
  parseOptionSlice,
  withinOptions,
} from './option-slice-url.ts';
import { ActiveFilters, Answer, AxesChoice, CallsCard, CountsCard, NothingFits, Totals, ViewChoice } from './slice-parts.tsx';

const go = (slice: OptionSlice): void => navigate(optionSliceUrl(slice));

/** Option calls one may see, counted by what they are: those with a limited loss, or those on margin, and never with calls on shares. */
export function OptionSlices({ query }: { query: URLSearchParams }) {
  const slice = useMemo(() => parseOptionSlice(query), [query]);
  const [measure, setMeasure] = useState<OptionMeasure>('n');
  const { data, error, stale, asOf, refetch } = useQuery(
    readCategorisedOptions,
    { query: askedOfOptions(slice) },
    { every: REFRESH_MS, told: ['BROKER_LOGIN'], shown: true },
  );
  if (error?.code === 'BROKER_LOGIN') return <BrokerLoginFirst />;
  const shown = data && data.view === slice.view && data.pool === slice.pool ? data : undefined;
  return (
    <>
      {error && asOf && stale ? <StaleBadge asOf={asOf} /> : null}
      <Controls slice={slice} byStatus={data?.figures !== false} measure={measure} onMeasure={setMeasure} />
      {shown ? (
        <Counted data={shown} slice={slice} measure={optionMeasuresOf(slice.view).includes(measure) ? measure : 'n'} />
      ) : error ? (
        <ErrorState what="the option calls" onRetry={refetch} error={error} />
      ) : (
        <SkeletonRows rows={14} screen />
      )}
    </>
  );
}

interface ControlsProps {
  slice: OptionSlice;
  byStatus: boolean;
  measure: OptionMeasure;
  onMeasure: (measure: OptionMeasure) => void;
}

function Controls({ slice, ...shown }: ControlsProps) {
  return (
    <div css={controls}>
      <ViewChoice view={slice.view} onChange={(view) => go(parseOptionSlice(new URLSearchParams(optionSliceUrl({ ...slice, view }).split('?')[1])))} />
      <Segmented
        label="Their loss"
        showLabel
        options={[
          { value: 'limited', label: 'Limited' },
          { value: 'margin', label: 'On margin' },
        ]}
        value={slice.pool}
        onChange={(pool) => go({ ...slice, pool })}
      />
      <AxesChoice
        axes={slice}
        names={OPTION_DIMENSION_NAMES}
        known={optionDimensionsOf(slice.view)}
        onAxes={(change) => go({ ...slice, ...change })}
        measures={optionMeasuresOf(slice.view).map((key) => ({ key, name: OPTION_MEASURES[key].name }))}
        {...shown}
      />
    </div>
  );
}

function Counted({ data, slice, measure }: { data: CategorisedOptions; slice: OptionSlice; measure: OptionMeasure }) {
  const shownAs = (each: OptionMeasure) => ({
    key: each,
    name: OPTION_MEASURES[each].name,
    how: OPTION_MEASURES[each].how,
    text: (cell: OptionMeasured) => shownOptionMeasure(each, cell, data.figures),
  });
  const measures = optionMeasuresOf(data.view).map(shownAs);
  const rowName = OPTION_DIMENSION_NAMES[slice.rows];
  return (
    <>
      <ActiveFilters
        where={data.where}
        names={OPTION_DIMENSION_NAMES}
        onRemove={(dimension) => go({ ...slice, where: { ...slice.where, [dimension]: undefined } })}
      />
      {data.total.n > 0 && (
        <Answer
          n={data.total.n}
          what={data.view === 'live' ? ['live option call', 'live option calls'] : ['closed option call', 'closed option calls']}
          rows={data.rows}
          cells={data.cells}
        />
      )}
      <Totals since={data.since} measures={measures} total={data.total} />
      {data.total.n === 0 ? (
        <NothingFits
          title="No option call fits"
          onClear={data.where.length > 0 ? () => go({ ...slice, where: {} }) : null}
          view={data.view}
          onView={(view) => go({ ...slice, view })}
        />
      ) : (
        <div css={columns} data-wide={slice.columns ? '' : undefined}>
          <CountsCard
            caption={`${data.view === 'live' ? 'Live' : 'Closed'} option calls by ${rowName.toLowerCase()}`}
            rowName={rowName}
            columnName={slice.columns && OPTION_DIMENSION_NAMES[slice.columns]}
            rows={data.rows}
            columns={data.columns}
            cells={data.cells}
            measures={measures}
            measure={shownAs(measure)}
            inside={(row, column) =>
              optionSliceUrl(withinOptions(slice, [slice.rows, row], ...(column !== undefined && slice.columns ? [[slice.columns, column] as const] : [])))
            }
            file={data.csv ? { name: `option-calls-${data.view}-${data.pool}-${istDay(new Date(data.as_of))}.csv`, text: () => optionCsv(data) } : null}
          />
          <CallsCard shown={data.calls.length} all={data.total.n}>
            <CallTable calls={data.calls} view={data.view} />
          </CallsCard>
        </div>
      )}
      <p css={quiet}>{methodOf(data)}</p>
    </>
  );
}

function CallTable({ calls, view }: { calls: readonly SlicedOptionCall[]; view: CategorisedOptions['view'] }) {
  const live = view === 'live';
  return (
    <Table
      caption={live ? 'These live option calls' : 'These closed option calls'}
      rows={calls}
      rowKey={({ id }) => id}
      columns={[
        {
          key: 'underlying',
          label: 'Call',
          render: ({ id, underlying, strategy, expert }) => (
            <span css={calledBy}>
              <span>
                <SymbolLink symbol={underlying} />
                <Link to={optionCallAddress(id)} aria-label={`${STRATEGY_LABEL[strategy]} on ${underlying}`}>
                  {STRATEGY_LABEL[strategy]}
                </Link>
              </span>
              <small css={small}>{expert}</small>
            </span>
          ),
        },
        { key: 'chance', label: 'Probability of profit', align: 'end', render: ({ chance }) => formatPercent(chance, { signed: false }) },
        live
          ? { key: 'expiry', label: 'Expires', align: 'end', render: ({ expiry }) => formatDay(expiry) }
          : {
              key: 'result',
              label: 'Result',
              align: 'end',
              render: ({ made, pnl, return_on_risk }) =>
                made === undefined ? <Change pct={return_on_risk} abs={pnl} /> : <Change pct={made?.pct ?? null} abs={made?.whole ?? null} />,
            },
        { key: 'day', label: live ? 'Published' : 'Ended', align: 'end', render: ({ published_at, ended_at }) => formatDay(ended_at ?? published_at) },
      ]}
    />
  );
}

const methodOf = ({ view, pool, as_of, disclaimer, total }: CategorisedOptions): string => {
  const which = pool === 'limited' ? 'Calls whose loss is limited.' : 'Calls without a limit to their loss, measured on an estimated margin.';
  const chance = 'Probability of profit: at publication, at the first expiry.';
  return view === 'live'
    ? `${formatIst(as_of)}. ${which} ${chance}`
    : `${formatIst(as_of)}. ${which} ${chance} Closed calls: the last 365 days. In profit: result after estimated costs above zero. Result: what a follower made after estimated costs. Return: % of what was at risk, before them. Rates need ${total.need} results. ${disclaimer}`;
};
