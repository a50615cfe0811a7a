import { css } from '@emotion/react';
import type { Period } from '@vimarsh/shared/contract/calls/types.ts';
import { readExpertRecord, readExpertStore } from '@vimarsh/shared/contract/experts/routes.ts';
import type { ExpertMetrics, Split, StoredExpert } from '@vimarsh/shared/contract/experts/types.ts';
import { sharedTerms } from '@vimarsh/shared/domain/performance/shared-terms.ts';
import { expertPage } from '@vimarsh/shared/domain/routing/places.ts';
import { useQuery } from '@vimarsh/shared/kit/query/query.ts';
import { Link } from '@vimarsh/shared/kit/router.tsx';
import { SelectField } from '@vimarsh/shared/ui/fields/field.tsx';
import { type Column, Table } from '@vimarsh/shared/ui/page/table.tsx';
import { partName } from '../expert-words.ts';
import { FIGURE_COLUMNS } from './splits.tsx';

interface Line extends Split {
  readonly id: string;
  readonly who: string;
}

interface CompareProps {
  userId: string;
  name: string;
  metrics: ExpertMetrics;
  period: Period;
  /** Whom it is compared with, '' for nobody. */
  other: string;
  onWith: (user_id: string) => void;
}

/* As wide as there is room for: its table scrolls within. */
const termCss = css`
  min-width: 0;
  & > h3 {
    font-size: var(--t-14);
  }
`;

/** Who can be held against this record first; the others say why they can't. */
function othersOf(experts: readonly StoredExpert[], userId: string, { record }: ExpertMetrics) {
  const enough = new Set(record.splits.term.filter(({ made }) => made !== null).map(({ of }) => of));
  const others = experts
    .filter(({ user_id }) => user_id !== userId)
    .map(({ user_id: value, full_name, record: theirs, terms }) => {
      if (theirs?.too_few) return { value, label: `${full_name}: too few calls`, disabled: true };
      if (!terms.some((term) => enough.has(term))) return { value, label: `${full_name}: other terms`, disabled: true };
      return { value, label: full_name, disabled: false };
    });
  return [...others.filter(({ disabled }) => !disabled), ...others.filter(({ disabled }) => disabled)];
}

const COLUMNS: Column<Line>[] = [{ key: 'who', label: 'Expert', render: ({ who }) => who }, ...FIGURE_COLUMNS];

/** This record beside another expert's, term by term; where they share no term there is nothing to hold against each other, and it says so. */
export function Compare({ userId, name, metrics, period, other: otherId, onWith }: CompareProps) {
  const store = useQuery(readExpertStore, { query: { sort: 'name' } });
  const other = useQuery(readExpertRecord, { params: { user_id: otherId }, query: { period } }, { enabled: otherId !== '' });
  const theirs = otherId !== '' && other.data?.expert.user_id === otherId && other.data.period === period ? other.data : undefined;
  const shared = theirs?.metrics ? sharedTerms(metrics.record, theirs.metrics.record) : [];
  return (
    <>
      <SelectField
        label="Compare with"
        options={[{ value: '', label: 'Choose an expert' }, ...othersOf(store.data?.experts ?? [], userId, metrics)]}
        value={otherId}
        onChange={onWith}
      />
      {theirs?.metrics === null && (
        <p role="status">
          Not comparable: the record of {theirs.expert.full_name} may not be shown to you here. <Link to={expertPage(otherId)}>Open their page</Link>
        </p>
      )}
      {theirs?.metrics && shared.length === 0 && (
        <p role="status">
          Not comparable: different terms. There is no term of which both have enough calls in this period. Choose another expert, or a longer period above.
        </p>
      )}
      {theirs &&
        shared.map(({ term, one, other: their }) => (
          <div key={term} css={termCss}>
            <h3>{partName('term', term)}</h3>
            <Table
              caption={`${partName('term', term)}, two experts`}
              columns={COLUMNS}
              rows={[
                { ...one, id: userId, who: name },
                { ...their, id: otherId, who: theirs.expert.full_name },
              ]}
              rowKey={({ id }) => id}
            />
          </div>
        ))}
      {other.error && otherId !== '' && <p role="alert">{other.error.text}</p>}
    </>
  );
}
