import { css } from '@emotion/react';
import { CALL_TYPES, type CallStatus, type ExpertCard, PERIODS, TERMS } from '@vimarsh/shared/contract/calls/types.ts';
import { CAPS } from '@vimarsh/shared/contract/market/types.ts';
import { TERM_LABEL } from '@vimarsh/shared/ui/calls/call-words.ts';
import { isOpenCall, outcomeLabel } from '@vimarsh/shared/ui/calls/rail.ts';
import { Chip } from '@vimarsh/shared/ui/fields/chip.tsx';
import { Combobox } from '@vimarsh/shared/ui/fields/combobox.tsx';
import { Segmented, SelectField } from '@vimarsh/shared/ui/fields/field.tsx';
import { CAP_LABEL, PERIOD_LABEL } from '@vimarsh/shared/ui/fields/filter-words.ts';
import { useStockSearch } from '../../call/list/stock-search.ts';
import { FilterFrame } from '../../filters/filter-frame.tsx';
import { ANY, withUnknown } from '../../filters/filter-options.ts';
import { type BrowseView, filterCount, SORTS } from './browse-url.ts';

const chipsCss = css`
  display: flex;
  flex-wrap: wrap;
  gap: var(--s-8);
  /* Close enough for the button beside them to stand in their line at 360 px. */
  @media (max-width: 879.98px) {
    gap: var(--s-4);
  }
`;
/** All seven in one line where there is room. */
const panelCss = css`
  @media (min-width: 1284px) {
    grid-template-columns: repeat(7, minmax(0, 1fr));
  }
`;

const STATUSES: readonly CallStatus[] = [
  'awaiting_entry',
  'active',
  'suspended_open',
  'target_hit',
  'sl_hit',
  'exited',
  'expired',
  'lapsed',
  'cancelled',
  'unjudged',
];
/** Live calls are sorted by publication, past ones by their end. */
const SORT_LABEL = {
  live: { newest: 'Newest call', oldest: 'Oldest call', potential: 'Published potential', result: 'Result' },
  past: { newest: 'Ended last', oldest: 'Ended first', potential: 'Published potential', result: 'Result' },
} as const;

export interface FiltersProps {
  view: BrowseView;
  /** Whether past calls may be picked by status and ordered by result. */
  byResult: boolean;
  onChange: (patch: Partial<BrowseView>) => void;
  onClear: () => void;
  experts: readonly ExpertCard[];
  sectors: readonly string[];
}

/** The filters of the list. All of them are stored in the URL. */
export function Filters({ view, byResult, onChange, onClear, experts, sectors }: FiltersProps) {
  const search = useStockSearch();
  return (
    <FilterFrame
      active={filterCount(view)}
      onClear={onClear}
      panel={panelCss}
      line={
        <>
          <Segmented
            label="Term"
            options={[{ value: 'all' as const, label: 'All' }, ...TERMS.map((term) => ({ value: term, label: TERM_LABEL[term].name }))]}
            value={view.term}
            onChange={(term) => onChange({ term })}
          />
          <div css={chipsCss}>
            {CALL_TYPES.map((type) => (
              <Chip key={type} pressed={view.call_type === type} onPress={() => onChange({ call_type: view.call_type === type ? '' : type })}>
                {type}
              </Chip>
            ))}
            <Chip pressed={view.followed} onPress={() => onChange({ followed: !view.followed })}>
              Followed
            </Chip>
          </div>
        </>
      }
    >
      <Combobox
        label="Stock"
        placeholder="All"
        value={view.stock ? { value: view.stock, label: view.stock } : null}
        onChange={(option) => onChange({ stock: option?.value ?? '' })}
        load={search}
      />
      <SelectField
        label="Sector"
        value={view.sector}
        options={withUnknown([ANY, ...sectors.map((sector) => ({ value: sector, label: sector }))], view.sector)}
        onChange={(sector) => onChange({ sector })}
      />
      <SelectField
        label="Size"
        value={view.cap}
        options={withUnknown([ANY, ...CAPS.map((cap) => ({ value: cap, label: CAP_LABEL[cap] }))], view.cap)}
        onChange={(cap) => onChange({ cap })}
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
        onChange={(period) => onChange({ period: period as BrowseView['period'] })}
      />
      {(view.tab === 'live' || byResult) && (
        <SelectField
          label="Status"
          value={view.status}
          options={[
            ANY,
            ...STATUSES.filter((status) => isOpenCall(status) === (view.tab === 'live')).map((status) => ({ value: status, label: outcomeLabel(status) })),
          ]}
          onChange={(status) => onChange({ status: status as BrowseView['status'] })}
        />
      )}
      <SelectField
        label="Order"
        value={view.sort}
        options={SORTS.filter((sort) => (view.tab === 'live' ? sort !== 'result' : sort !== 'potential' && (byResult || sort !== 'result'))).map((sort) => ({
          value: sort,
          label: SORT_LABEL[view.tab][sort],
        }))}
        onChange={(sort) => onChange({ sort: sort as BrowseView['sort'] })}
      />
    </FilterFrame>
  );
}
