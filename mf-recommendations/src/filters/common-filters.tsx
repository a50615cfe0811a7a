import type { ExpertCard } from '@vimarsh/shared/contract/calls/expert-card.ts';
import { CALL_STATUSES, type CallStatus, PERIODS, type Period } from '@vimarsh/shared/contract/calls/types.ts';
import { isOpenCall, outcomeLabel } from '@vimarsh/shared/ui/calls/rail.ts';
import { SelectField } from '@vimarsh/shared/ui/fields/field.tsx';
import { PERIOD_LABEL } from '@vimarsh/shared/ui/fields/filter-words.ts';
import { ANY, withUnknown } from './filter-options.ts';

/** Live calls are sorted by publication, past ones by their end. */
const SORT_LABEL = {
  live: { newest: 'Newest call', oldest: 'Oldest call', potential: 'Published potential', result: 'Result' },
  past: { newest: 'Ended last', oldest: 'Ended first', potential: 'Published potential', result: 'Result' },
} as const;

/** What the address of a list of any kind says. */
interface View<Sort> {
  readonly tab: 'live' | 'past';
  readonly user_id: string;
  readonly period: Period;
  readonly status: CallStatus | '';
  readonly sort: Sort;
}

export interface CommonFiltersProps<Sort extends keyof typeof SORT_LABEL.live> {
  view: View<Sort>;
  /** Whether past calls may be picked by status and ordered by result. */
  byResult: boolean;
  /** The orders of this tab. */
  sorts: readonly Sort[];
  onChange: (patch: Partial<Omit<View<Sort>, 'tab'>>) => void;
  experts: readonly ExpertCard[];
}

/** The filters that lists of every kind end with: expert, period, status and order. */
export function CommonFilters<Sort extends keyof typeof SORT_LABEL.live>({ view, byResult, sorts, onChange, experts }: CommonFiltersProps<Sort>) {
  const isLive = view.tab === 'live';
  const statuses = CALL_STATUSES.filter((status) => isOpenCall(status) === isLive);
  return (
    <>
      <SelectField
        label="Expert"
        value={view.user_id}
        options={withUnknown([ANY, ...experts.map((expert) => ({ value: expert.user_id, label: expert.full_name }))], view.user_id)}
        onChange={(user_id) => onChange({ user_id })}
      />
      <SelectField
        label={isLive ? 'Published within' : 'Ended within'}
        value={view.period}
        options={PERIODS.map((period) => ({ value: period, label: PERIOD_LABEL[period] }))}
        onChange={(period) => onChange({ period: period as Period })}
      />
      {(isLive || byResult) && (
        <SelectField
          label="Status"
          value={view.status}
          options={[ANY, ...statuses.map((status) => ({ value: status, label: outcomeLabel(status) }))]}
          onChange={(status) => onChange({ status: status as CallStatus | '' })}
        />
      )}
      <SelectField
        label="Order"
        value={view.sort}
        options={sorts.map((sort) => ({ value: sort, label: SORT_LABEL[view.tab][sort] }))}
        onChange={(sort) => onChange({ sort: sort as Sort })}
      />
    </>
  );
}
