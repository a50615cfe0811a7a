import { css } from '@emotion/react';
import { CALL_TYPES, type ExpertCard, TERMS } from '@vimarsh/shared/contract/calls/types.ts';
import { CAPS } from '@vimarsh/shared/contract/market/types.ts';
import { TERM_LABEL } from '@vimarsh/shared/ui/calls/call-words.ts';
import { Chip } from '@vimarsh/shared/ui/fields/chip.tsx';
import { Combobox } from '@vimarsh/shared/ui/fields/combobox.tsx';
import { Segmented, SelectField } from '@vimarsh/shared/ui/fields/field.tsx';
import { CAP_LABEL } from '@vimarsh/shared/ui/fields/filter-words.ts';
import { useStockSearch } from '../../call/list/stock-search.ts';
import { CommonFilters } from '../../filters/common-filters.tsx';
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
  const sorts = SORTS.filter((sort) => (view.tab === 'live' ? sort !== 'result' : sort !== 'potential' && (byResult || sort !== 'result')));
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
      <CommonFilters view={view} byResult={byResult} sorts={sorts} onChange={onChange} experts={experts} />
    </FilterFrame>
  );
}
