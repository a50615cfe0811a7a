import { OUTLOOKS, STRATEGIES, UNDERLYING_TYPES } from '@vimarsh/shared/contract/calls/options/types.ts';
import { CALL_STATUSES, type ExpertCard, PERIODS } from '@vimarsh/shared/contract/calls/types.ts';
import { readOptionUnderlyings } from '@vimarsh/shared/contract/options-insight/routes.ts';
import { OUTLOOK_LABEL, STRATEGY_LABEL } from '@vimarsh/shared/domain/calls/options/names.ts';
import { formatDay } from '@vimarsh/shared/domain/text/formats.ts';
import { useQuery } from '@vimarsh/shared/kit/query/query.ts';
import { isOpenCall, outcomeLabel } from '@vimarsh/shared/ui/calls/rail.ts';
import { Chip } from '@vimarsh/shared/ui/fields/chip.tsx';
import { Segmented, SelectField } from '@vimarsh/shared/ui/fields/field.tsx';
import { PERIOD_LABEL } from '@vimarsh/shared/ui/fields/filter-words.ts';
import { FilterFrame } from '../filters/filter-frame.tsx';
import { ANY, withUnknown } from '../filters/filter-options.ts';
import { OPTION_SORTS, type OptionView, optionFilters } from './option-url.ts';

const SORT_LABEL = {
  live: { newest: 'Newest call', oldest: 'Oldest call', result: 'Result' },
  past: { newest: 'Ended last', oldest: 'Ended first', result: 'Result' },
} as const;
const TYPE_LABEL = { indices: 'Indices', stocks: 'Stocks' } as const;

export interface OptionFiltersProps {
  view: OptionView;
  /** Whether past calls may be picked by status and ordered by result. */
  byResult: boolean;
  onChange: (patch: Partial<OptionView>) => void;
  onClear: () => void;
  experts: readonly ExpertCard[];
  /** Those of the calls on screen, IST dates. */
  expiries: readonly string[];
}

/** The filters of the list of option calls. All of them are stored in the URL. */
export function OptionFilters({ view, byResult, onChange, onClear, experts, expiries }: OptionFiltersProps) {
  const { data: underlyings } = useQuery(readOptionUnderlyings, {});
  const statuses = CALL_STATUSES.filter((status) => isOpenCall(status) === (view.tab === 'live'));
  return (
    <FilterFrame
      active={optionFilters(view)}
      onClear={onClear}
      line={
        <>
          <Segmented
            label="Underlying"
            options={[{ value: '' as const, label: 'All' }, ...UNDERLYING_TYPES.map((type) => ({ value: type, label: TYPE_LABEL[type] }))]}
            value={view.type}
            onChange={(type) => onChange({ type, stock: '' })}
          />
          <Chip pressed={view.limited} onPress={() => onChange({ limited: !view.limited })}>
            Limited risk
          </Chip>
          <Chip pressed={view.followed} onPress={() => onChange({ followed: !view.followed })}>
            Followed
          </Chip>
        </>
      }
    >
      <SelectField
        label="Symbol"
        value={view.stock}
        options={withUnknown([ANY, ...(underlyings ?? []).map(({ symbol }) => ({ value: symbol, label: symbol }))], view.stock)}
        onChange={(stock) => onChange({ stock })}
      />
      <SelectField
        label="Expiry"
        value={view.expiry}
        options={[ANY, ...[...new Set([...expiries, ...(view.expiry ? [view.expiry] : [])])].sort().map((day) => ({ value: day, label: formatDay(day) }))]}
        onChange={(expiry) => onChange({ expiry })}
      />
      <SelectField
        label="Strategy"
        value={view.strategy}
        options={[ANY, ...STRATEGIES.map((strategy) => ({ value: strategy, label: STRATEGY_LABEL[strategy] }))]}
        onChange={(strategy) => onChange({ strategy: strategy as OptionView['strategy'] })}
      />
      <SelectField
        label="Outlook"
        value={view.outlook}
        options={[ANY, ...OUTLOOKS.map((outlook) => ({ value: outlook, label: OUTLOOK_LABEL[outlook] }))]}
        onChange={(outlook) => onChange({ outlook: outlook as OptionView['outlook'] })}
      />
      <SelectField
        label="Expert"
        value={view.user_id}
        options={withUnknown([ANY, ...experts.map((expert) => ({ value: expert.user_id, label: expert.full_name }))], view.user_id)}
        onChange={(user_id) => onChange({ user_id })}
      />
      <SelectField
        label={view.tab === 'live' ? 'Published within' : 'Ended within'}
        value={view.period}
        options={PERIODS.map((period) => ({ value: period, label: PERIOD_LABEL[period] }))}
        onChange={(period) => onChange({ period: period as OptionView['period'] })}
      />
      {(view.tab === 'live' || byResult) && (
        <SelectField
          label="Status"
          value={view.status}
          options={[ANY, ...statuses.map((status) => ({ value: status, label: outcomeLabel(status) }))]}
          onChange={(status) => onChange({ status: status as OptionView['status'] })}
        />
      )}
      <SelectField
        label="Order"
        value={view.sort}
        options={OPTION_SORTS.filter((sort) => sort !== 'result' || (view.tab === 'past' && byResult)).map((sort) => ({
          value: sort,
          label: SORT_LABEL[view.tab][sort],
        }))}
        onChange={(sort) => onChange({ sort: sort as OptionView['sort'] })}
      />
    </FilterFrame>
  );
}
