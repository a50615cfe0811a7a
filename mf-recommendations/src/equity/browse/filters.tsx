import { css } from '@emotion/react';
import type { ExpertCard } from '@vimarsh/shared/contract/calls/expert-card.ts';
import { CALL_TYPES, type CallPage, TERMS } from '@vimarsh/shared/contract/calls/types.ts';
import { CAPS } from '@vimarsh/shared/contract/market/types.ts';
import { TERM_LABEL } from '@vimarsh/shared/ui/calls/call-words.ts';
import { Chip } from '@vimarsh/shared/ui/fields/chip.tsx';
import { Combobox } from '@vimarsh/shared/ui/fields/combobox.tsx';
import { SelectField } from '@vimarsh/shared/ui/fields/field.tsx';
import { CAP_LABEL } from '@vimarsh/shared/ui/fields/filter-words.ts';
import { useStockSearch } from '../../call/list/stock-search.ts';
import { ChoiceRow } from '../../filters/choice-row.tsx';
import { CommonFilters } from '../../filters/common-filters.tsx';
import { enterLabel, isEntering } from '../../filters/entering.ts';
import { FilterFrame } from '../../filters/filter-frame.tsx';
import { ANY, withUnknown } from '../../filters/filter-options.ts';
import { type BrowseView, filterCount, SORTS } from './browse-url.ts';

/** All seven in one line where there is room. */
const panelCss = css`
  @media (min-width: 1284px) {
    grid-template-columns: repeat(7, minmax(0, 1fr));
  }
`;

type Choice = 'enter' | BrowseView['term'];

/** What the list says of calls that can still be entered: how many there are, and whether it holds these alone. */
type Entries = Partial<Pick<CallPage, 'enterable' | 'entering'>>;

/** Live calls begin with what can still be entered, of all terms. */
const choicesOf = ({ tab }: BrowseView, entries: Entries | undefined): { value: Choice; label: string }[] => [
  ...(entries && tab === 'live' ? [{ value: 'enter' as const, label: enterLabel(entries) }] : []),
  { value: 'all', label: 'All' },
  ...TERMS.map((term) => ({ value: term, label: TERM_LABEL[term].name })),
];
const chosenOf = (view: BrowseView, entries: Entries | undefined): Choice =>
  isEntering(view, entries ?? {}) ? 'enter' : view.enter === 'first' ? 'all' : view.term;

const patchOf = (choice: Choice): Partial<BrowseView> => (choice === 'enter' ? { enter: '1' } : { enter: '', term: choice });

export interface FiltersProps {
  view: BrowseView;
  /** Absent where a list does not begin with what can still be entered. */
  entries?: Entries;
  /** Whether past calls may be picked by status and ordered by result. */
  byResult: boolean;
  onChange: (patch: Partial<BrowseView>) => void;
  onClear: () => void;
  experts: readonly ExpertCard[];
  sectors: readonly string[];
}

/** The filters of the list. All of them are stored in the URL. */
export function Filters({ view, entries, byResult, onChange, onClear, experts, sectors }: FiltersProps) {
  const search = useStockSearch();
  const sorts = SORTS.filter((sort) => (view.tab === 'live' ? sort !== 'result' : sort !== 'potential' && (byResult || sort !== 'result')));
  return (
    <FilterFrame
      active={filterCount(view)}
      onClear={onClear}
      panel={panelCss}
      line={
        <ChoiceRow label="Which calls" options={choicesOf(view, entries)} value={chosenOf(view, entries)} onChange={(choice) => onChange(patchOf(choice))}>
          <Chip pressed={view.followed} onPress={() => onChange({ followed: !view.followed })}>
            Followed
          </Chip>
          {CALL_TYPES.map((type) => (
            <Chip key={type} pressed={view.call_type === type} onPress={() => onChange({ call_type: view.call_type === type ? '' : type })}>
              {type}
            </Chip>
          ))}
        </ChoiceRow>
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
