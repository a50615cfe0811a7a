import { css } from '@emotion/react';
import { OUTLOOKS, STRATEGIES, UNDERLYING_TYPES } from '@vimarsh/shared/contract/calls/options/types.ts';
import { CALL_STATUSES, type ExpertCard, PERIODS } from '@vimarsh/shared/contract/calls/types.ts';
import { readOptionUnderlyings } from '@vimarsh/shared/contract/options-insight/routes.ts';
import { OUTLOOK_LABEL, STRATEGY_LABEL } from '@vimarsh/shared/domain/calls/options/names.ts';
import { formatDay } from '@vimarsh/shared/domain/text/formats.ts';
import { useQuery } from '@vimarsh/shared/kit/query.ts';
import { Button } from '@vimarsh/shared/ui/button.tsx';
import { Chip } from '@vimarsh/shared/ui/chip.tsx';
import { Segmented, SelectField } from '@vimarsh/shared/ui/field.tsx';
import { PERIOD_LABEL } from '@vimarsh/shared/ui/filter-words.ts';
import { isOpen, outcomeLabel } from '@vimarsh/shared/ui/rail.ts';
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal';
import { useId, useState } from 'react';
import { OPTION_SORTS, type OptionView, optionFilters } from './option-url.ts';

const boxCss = css`
  display: grid;
  gap: var(--s-12);
`;
const lineCss = css`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: var(--s-8);
`;
const panelCss = css`
  display: grid;
  grid-template-columns: 1fr 1fr;
  gap: var(--s-12);
  @media (min-width: 880px) {
    grid-template-columns: repeat(4, minmax(0, 1fr));
  }
  @media (max-width: 879.98px) {
    &[data-open='false'] {
      display: none;
    }
  }
`;
const endCss = css`
  display: flex;
  gap: var(--s-8);
  margin-left: auto;
`;
const phoneOnly = css`
  @media (min-width: 880px) {
    display: none;
  }
`;
const SORT_LABEL = {
  live: { newest: 'Newest call', oldest: 'Oldest call', result: 'Result' },
  past: { newest: 'Ended last', oldest: 'Ended first', result: 'Result' },
} as const;
const TYPE_LABEL = { indices: 'Indices', stocks: 'Stocks' } as const;
const ANY = { value: '', label: 'All' };
/** A value from the address that is on no list is still shown, so that it can be removed. */
const withUnknown = (options: { value: string; label: string }[], value: string) =>
  value === '' || options.some((option) => option.value === value) ? options : [...options, { value, label: value }];

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
  const [open, setOpen] = useState(false);
  const panel = useId();
  const { data: underlyings } = useQuery(readOptionUnderlyings, {});
  const active = optionFilters(view);
  const statuses = CALL_STATUSES.filter((status) => isOpen(status) === (view.tab === 'live'));
  return (
    <div css={boxCss}>
      <div css={lineCss}>
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
        <span css={endCss}>
          <span css={phoneOnly}>
            <Button aria-label={active > 0 ? `Filters, ${active} active` : 'Filters'} aria-expanded={open} aria-controls={panel} onClick={() => setOpen(!open)}>
              <SlidersHorizontal size={16} aria-hidden="true" />
              {active > 0 && active}
            </Button>
          </span>
          {active > 0 && <Button onClick={onClear}>Clear filters</Button>}
        </span>
      </div>
      <div id={panel} css={panelCss} data-open={open}>
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
      </div>
    </div>
  );
}
