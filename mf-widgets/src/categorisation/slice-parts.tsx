import { formatDay, formatNumber } from '@vimarsh/shared/domain/text/formats.ts';
import { Button } from '@vimarsh/shared/ui/fields/button.tsx';
import { Chip } from '@vimarsh/shared/ui/fields/chip.tsx';
import { CsvDownload } from '@vimarsh/shared/ui/fields/csv-download.tsx';
import { Segmented, SelectField } from '@vimarsh/shared/ui/fields/field.tsx';
import { Computed } from '@vimarsh/shared/ui/floats/computed.tsx';
import { EmptyState } from '@vimarsh/shared/ui/page/state.tsx';
import type { ReactNode } from 'react';
import { Card } from '../insight/parts.view.tsx';
import type { Axes } from './axes.ts';
import { answer, chips, spanCss, totals } from './categorisation.css.ts';
import { SliceTable, type SliceTableProps } from './slice-table.tsx';

/** What counts of calls on shares and of option calls are shown with. */
type View = 'live' | 'closed';

export function ViewChoice({ view, onChange }: { view: View; onChange: (view: View) => void }) {
  return (
    <Segmented
      label="Which calls"
      showLabel
      options={[
        { value: 'live', label: 'Live' },
        { value: 'closed', label: 'Closed' },
      ]}
      value={view}
      onChange={onChange}
    />
  );
}

interface AxesChoiceProps<D extends string, M extends string> {
  readonly axes: Axes<D>;
  readonly names: Readonly<Record<D, string>>;
  readonly known: readonly D[];
  /** Closed calls are not counted by status where past performance is not shown. */
  readonly byStatus: boolean;
  readonly onAxes: (change: { rows: D } | { columns: D | '' }) => void;
  readonly measures: readonly { readonly key: M; readonly name: string }[];
  readonly measure: M;
  readonly onMeasure: (measure: M) => void;
}

/** By what the calls are counted, and what the cells of a table with columns show. */
export function AxesChoice<D extends string, M extends string>({ axes, names, known, byStatus, onAxes, measures, measure, onMeasure }: AxesChoiceProps<D, M>) {
  const free = known.filter((dimension) => axes.where[dimension] === undefined && (byStatus || dimension !== 'status'));
  const named = (dimension: D) => ({ value: dimension, label: names[dimension] });
  return (
    <>
      <SelectField label="Rows" options={free.map(named)} value={axes.rows} onChange={(rows) => onAxes({ rows: rows as D })} />
      <SelectField
        label="Columns"
        options={[{ value: '', label: 'None' }, ...free.filter((dimension) => dimension !== axes.rows).map(named)]}
        value={axes.columns}
        onChange={(columns) => onAxes({ columns: columns as D | '' })}
      />
      {axes.columns ? (
        <SelectField
          label="Show"
          options={measures.map(({ key, name }) => ({ value: key, label: name }))}
          value={measure}
          onChange={(value) => onMeasure(value as M)}
        />
      ) : null}
    </>
  );
}

interface Named {
  readonly key: string;
  readonly label: string;
}
interface Counted {
  readonly row: string;
  readonly column: string;
  readonly n: number;
}

interface Filter<D> {
  readonly dimension: D;
  readonly label: string;
}

export function ActiveFilters<D extends string>({
  where,
  names,
  onRemove,
}: {
  where: readonly Filter<D>[];
  names: Readonly<Record<D, string>>;
  onRemove: (dimension: D) => void;
}) {
  if (where.length === 0) return null;
  return (
    <fieldset css={[chips, { margin: 0, padding: 0, border: 0 }]} aria-label="Active filters">
      {where.map(({ dimension, label }) => (
        <Chip key={dimension} onRemove={() => onRemove(dimension)}>
          {`${names[dimension]}: ${label}`}
        </Chip>
      ))}
    </fieldset>
  );
}

/** What all calls of the slice come to, and since when closed ones are counted. */
export function Totals<Cell>({ since, measures, total }: { since: string | undefined; measures: SliceTableProps<Cell>['measures']; total: Cell }) {
  return (
    <>
      {since && <p css={spanCss}>Calls that ended since {formatDay(since)}.</p>}
      <dl css={totals}>
        {measures.map(({ key, name, text, how }) => (
          <div key={key}>
            <dt>{name}</dt>
            <dd>
              {how ? (
                <Computed label={name} how={how}>
                  {text(total)}
                </Computed>
              ) : (
                text(total)
              )}
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}

interface AnswerProps {
  readonly n: number;
  readonly what: readonly [one: string, many: string];
  readonly rows: readonly Named[];
  readonly cells: readonly Counted[];
}

/** How many calls there are, and in which rows most of them stand: the page in one sentence. */
export function Answer({ n, what: [one, many], rows, cells }: AnswerProps) {
  const counted = rows.map(({ key, label }) => ({ key, label, n: cells.find(({ row, column }) => row === key && column === '')?.n ?? 0 }));
  const most = counted.toSorted((a, b) => b.n - a.n).slice(0, 3);
  return (
    <p css={answer}>
      <span>
        {formatNumber(n)} {n === 1 ? one : many}.
      </span>
      {counted.length > most.length && (
        <>
          {' '}
          <span>Most of them:</span>{' '}
          {most.map(({ key, label, n: calls }, at) => (
            <span key={key}>
              {at > 0 && ' · '}
              <b>{label}</b> {formatNumber(calls)}
            </span>
          ))}
        </>
      )}
    </p>
  );
}

/** No call is left: the next step takes the filters off, or goes to the other calls. */
export function NothingFits({ title, onClear, view, onView }: { title: string; onClear: (() => void) | null; view: View; onView: (view: View) => void }) {
  const other = view === 'live' ? 'closed' : 'live';
  return (
    <EmptyState
      title={title}
      text="Remove a filter, or look at the other calls."
      action={
        onClear ? (
          <Button onClick={onClear}>Clear filters</Button>
        ) : (
          <Button onClick={() => onView(other)}>{other === 'live' ? 'See live calls' : 'See closed calls'}</Button>
        )
      }
    />
  );
}

/** The counts, and the same as a file where the plan has it. */
export function CountsCard<Cell extends { readonly row: string; readonly column: string; readonly n: number }>({
  file,
  ...table
}: SliceTableProps<Cell> & { file: { readonly name: string; readonly text: () => string } | null }) {
  return (
    <Card title={`By ${table.rowName.toLowerCase()}`}>
      <SliceTable {...table} />
      {file ? (
        <div css={{ marginTop: 12 }}>
          <CsvDownload {...file} />
        </div>
      ) : null}
    </Card>
  );
}

/** The newest calls of the slice. */
export function CallsCard({ shown, all, children }: { shown: number; all: number; children: ReactNode }) {
  if (shown === 0) return null;
  return <Card title={shown < all ? `The newest ${shown} of these calls` : 'These calls'}>{children}</Card>;
}
