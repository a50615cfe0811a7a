import { css } from '@emotion/react';
import type { ExpertCard } from '@vimarsh/shared/contract/calls/expert-card.ts';
import { type OptionPage, OUTLOOKS, STRATEGIES, UNDERLYING_TYPES } from '@vimarsh/shared/contract/calls/options/types.ts';
import { readOptionUnderlyings } from '@vimarsh/shared/contract/options-insight/routes.ts';
import { OUTLOOK_LABEL, STRATEGY_LABEL } from '@vimarsh/shared/domain/calls/options/names.ts';
import { formatDay } from '@vimarsh/shared/domain/text/formats.ts';
import { useQuery } from '@vimarsh/shared/kit/query/query.ts';
import { Chip } from '@vimarsh/shared/ui/fields/chip.tsx';
import { SelectField } from '@vimarsh/shared/ui/fields/field.tsx';
import { ChoiceRow } from '../filters/choice-row.tsx';
import { CommonFilters } from '../filters/common-filters.tsx';
import { enterLabel, isEntering } from '../filters/entering.ts';
import { FilterFrame } from '../filters/filter-frame.tsx';
import { ANY, withUnknown } from '../filters/filter-options.ts';
import { OPTION_SORTS, type OptionView, optionFilters } from './option-url.ts';

/** All eight in one line where there is room. */
const panelCss = css`
  @media (min-width: 1284px) {
    grid-template-columns: repeat(8, minmax(0, 1fr));
  }
`;

const TYPE_LABEL = { indices: 'Indices', stocks: 'Stocks' } as const;

type Choice = 'enter' | OptionView['type'];

/** What the list says of calls that can still be entered: how many there are, and whether it holds these alone. */
type Entries = Partial<Pick<OptionPage, 'enterable' | 'entering'>>;

/** Live calls begin with what can still be entered, on all underlyings. */
const choicesOf = ({ tab }: OptionView, entries: Entries): { value: Choice; label: string }[] => [
  ...(tab === 'live' ? [{ value: 'enter' as const, label: enterLabel(entries) }] : []),
  { value: '', label: 'All' },
  ...UNDERLYING_TYPES.map((type) => ({ value: type, label: TYPE_LABEL[type] })),
];

export interface OptionFiltersProps {
  view: OptionView;
  entries: Entries;
  /** Whether past calls may be picked by status and ordered by result. */
  byResult: boolean;
  onChange: (patch: Partial<OptionView>) => void;
  onClear: () => void;
  experts: readonly ExpertCard[];
  /** Those of the calls on screen, IST dates. */
  expiries: readonly string[];
}

/** The filters of the list of option calls. All of them are stored in the URL. */
export function OptionFilters({ view, entries, byResult, onChange, onClear, experts, expiries }: OptionFiltersProps) {
  const { data: underlyings } = useQuery(readOptionUnderlyings, {});
  const sorts = OPTION_SORTS.filter((sort) => sort !== 'result' || (view.tab === 'past' && byResult));
  return (
    <FilterFrame
      active={optionFilters(view)}
      onClear={onClear}
      panel={panelCss}
      line={
        <ChoiceRow
          label="Which calls"
          options={choicesOf(view, entries)}
          value={isEntering(view, entries) ? 'enter' : view.type}
          onChange={(choice) => onChange(choice === 'enter' ? { enter: '1', type: '' } : { enter: '', type: choice, stock: '' })}
        >
          <Chip pressed={view.limited} onPress={() => onChange({ limited: !view.limited })}>
            Limited risk
          </Chip>
          <Chip pressed={view.followed} onPress={() => onChange({ followed: !view.followed })}>
            Followed
          </Chip>
        </ChoiceRow>
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
      <CommonFilters view={view} byResult={byResult} sorts={sorts} onChange={onChange} experts={experts} />
    </FilterFrame>
  );
}
