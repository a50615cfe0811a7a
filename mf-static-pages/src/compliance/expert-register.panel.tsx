import { css } from '@emotion/react';
import { readExpertRegister } from '@vimarsh/shared/contract/expert-register/routes.ts';
import type { RegisteredExpert } from '@vimarsh/shared/contract/expert-register/types.ts';
import { formatDay, formatIst } from '@vimarsh/shared/domain/text/formats.ts';
import { useQuery } from '@vimarsh/shared/kit/query/query.ts';
import { Badge, type Tone } from '@vimarsh/shared/ui/badge.tsx';
import { Button } from '@vimarsh/shared/ui/fields/button.tsx';
import { TextField } from '@vimarsh/shared/ui/fields/field.tsx';
import { SkeletonRows } from '@vimarsh/shared/ui/page/skeleton.tsx';
import { EmptyState, ErrorState } from '@vimarsh/shared/ui/page/state.tsx';
import { type Column, Table } from '@vimarsh/shared/ui/page/table.tsx';
import { useState } from 'react';
import { findExperts, kindOfRegistration } from './register.view.ts';

const boxCss = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: var(--s-12);
  align-content: start;
  & > p {
    font-size: var(--t-12);
    color: var(--ink-3);
  }
`;
const searchCss = css`
  max-width: 420px;
`;
const linesCss = css`
  display: grid;
  gap: var(--s-4);
  justify-items: start;
  padding: var(--s-8) 0;
  white-space: normal;
  /* The three columns fit a small phone whole: a long profession or town breaks before a name or a number does. */
  @media (max-width: 399.98px) {
    font-size: var(--t-12);
    & > small {
      overflow-wrap: anywhere;
    }
  }
  & small {
    font-size: var(--t-12);
    font-weight: 400;
    color: var(--ink-2);
  }
`;
/** Numbers and dates are compared with another page, so they never wrap. */
const wholeCss = css`
  white-space: nowrap;
  font-variant-numeric: tabular-nums;
`;

const STATES: Readonly<Record<RegisteredExpert['state'], { word: string; tone: Tone }>> = {
  verified: { word: 'In force', tone: 'neutral' },
  expiring: { word: 'Ends soon', tone: 'warn' },
  lapsed: { word: 'Lapsed', tone: 'warn' },
  suspended: { word: 'Suspended', tone: 'loss' },
  review: { word: 'Under review', tone: 'warn' },
};

const COLUMNS: readonly Column<RegisteredExpert>[] = [
  {
    key: 'expert',
    label: 'Expert',
    render: ({ full_name, profession, city, state }) => (
      <span css={linesCss}>
        {full_name}
        <small>{[profession, city].filter(Boolean).join(' · ')}</small>
        <Badge tone={STATES[state].tone}>{STATES[state].word}</Badge>
      </span>
    ),
  },
  {
    key: 'registration',
    label: 'SEBI registration',
    render: ({ reg_no }) => (
      <span css={linesCss}>
        <span css={wholeCss}>{reg_no}</span>
        <small>{kindOfRegistration(reg_no)}</small>
      </span>
    ),
  },
  {
    key: 'until',
    label: 'Valid until',
    render: ({ valid_to, nism_expiry, review_since }) => (
      <span css={linesCss}>
        {valid_to !== '' && <span css={wholeCss}>{formatDay(valid_to)}</span>}
        {nism_expiry !== '' && (
          <small>
            NISM <span css={wholeCss}>{formatDay(nism_expiry)}</span>
          </small>
        )}
        {review_since !== undefined && <small>A change is under review since {formatDay(review_since)}</small>}
      </span>
    ),
  },
];

/** Every expert with number and validity, to compare with the regulator's list. Searchable by name, number or town. */
export function ExpertRegister() {
  const { data, error, refetch } = useQuery(readExpertRegister, undefined, { shown: true });
  const [query, setQuery] = useState('');
  const found = data ? findExperts(data.experts, query) : [];
  if (!data && error) return <ErrorState what="the register" onRetry={refetch} error={error} />;
  return (
    <div css={boxCss}>
      <search css={searchCss}>
        <TextField
          label="Search name, number or town"
          type="search"
          value={query}
          onChange={(event) => setQuery(event.target.value)}
          hint={<span role="status">{data ? `${found.length} of ${data.experts.length} experts` : 'Reading the register'}</span>}
        />
      </search>
      {!data ? (
        <SkeletonRows rows={5} height={84} />
      ) : found.length ? (
        <Table caption="Register of experts" columns={COLUMNS} rows={found} rowKey={({ user_id }) => user_id} />
      ) : (
        <EmptyState
          title={query ? 'No expert matches.' : 'No expert is registered yet.'}
          text={query ? 'Only experts in this register can publish here.' : undefined}
          action={query ? <Button onClick={() => setQuery('')}>Show all experts</Button> : undefined}
        />
      )}
      {data && <p>As of {formatIst(data.as_of)}</p>}
    </div>
  );
}
