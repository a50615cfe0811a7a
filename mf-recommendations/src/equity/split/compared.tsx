import { css } from '@emotion/react';
import type { Call } from '@vimarsh/shared/contract/calls/types.ts';
import { SPLIT_VIEW } from '@vimarsh/shared/domain/routing/member-places.ts';
import { formatFloat, formatInr, formatIst, formatPercent } from '@vimarsh/shared/domain/text/formats.ts';
import { Link } from '@vimarsh/shared/kit/router.tsx';
import { entryText, outcome } from '@vimarsh/shared/ui/calls/call.view.ts';
import { useCallPrice } from '@vimarsh/shared/ui/calls/call-price.ts';
import { TERM_LABEL } from '@vimarsh/shared/ui/calls/call-words.ts';
import { MadeFigure } from '@vimarsh/shared/ui/calls/made-figure.tsx';
import { SelectField } from '@vimarsh/shared/ui/fields/field.tsx';
import { Table } from '@vimarsh/shared/ui/page/table.tsx';
import type { ReactNode } from 'react';

const boxCss = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: var(--s-12);
  & > p {
    color: var(--warn);
    font-weight: 600;
  }
`;

/** What it has made of a follower's money after costs, as in lists; of an open call at the price now. */
function Made({ call }: { call: Call }) {
  const { price } = useCallPrice(call);
  return <MadeFigure call={call} price={price} />;
}

const LINES: readonly (readonly [name: string, of: (call: Call) => ReactNode])[] = [
  ['Stock', ({ stock }) => stock],
  ['Call', ({ call_type }) => call_type],
  ['Term', ({ term }) => `${TERM_LABEL[term].name} (${TERM_LABEL[term].span})`],
  ['State', (call) => outcome(call).label],
  ['Published', ({ published_at }) => formatIst(published_at)],
  ['Entry as published', entryText],
  ['Target', ({ target_price }) => formatInr(target_price)],
  ['Stop-loss', ({ stop_loss }) => formatInr(stop_loss)],
  ['Potential as published', ({ potential_return }) => formatPercent(potential_return)],
  ['Risk-reward as published', ({ risk_reward }) => formatFloat(risk_reward)],
  ['Result after costs', (call) => <Made call={call} />],
];

const nameOf = ({ expert, stock, call_type }: Call): string => `${stock} ${call_type} by ${expert.full_name}`;

/** Calls of the same term first, of the same stock before others; the rest say why they can't be compared. */
function optionsFor(call: Call, others: readonly Call[]) {
  const rank = ({ term, stock }: Call): number => (term === call.term ? 0 : 2) + (stock === call.stock ? 0 : 1);
  return others
    .toSorted((a, b) => rank(a) - rank(b))
    .map((one) => (one.term === call.term ? { value: one.id, label: nameOf(one) } : { value: one.id, label: `${nameOf(one)}: another term`, disabled: true }));
}

export interface ComparedProps {
  call: Call;
  other: Call | undefined;
  /** What can be compared with. */
  others: readonly Call[];
  onChoose: (id: string) => void;
}

/** Two calls line by line. Nothing says which is better. */
export function Compared({ call, other, others, onChoose }: ComparedProps) {
  return (
    <section css={boxCss} aria-label="Compare">
      <SelectField
        label="Compare with"
        value={other?.id ?? ''}
        options={[{ value: '', label: 'Choose a call' }, ...optionsFor(call, others)]}
        onChange={onChoose}
      />
      {!others.some(({ term }) => term === call.term) && (
        <small>
          No other call of this term is in this list. <Link to={`${SPLIT_VIEW}?term=${call.term}`}>All calls of this term</Link>
        </small>
      )}
      {other && (
        <>
          {other.term !== call.term && <p role="status">Not comparable: different terms.</p>}
          <Table
            caption="The two calls side by side"
            rows={LINES}
            rowKey={([name]) => name}
            columns={[
              { key: 'name', label: 'Of', render: ([name]) => name },
              { key: 'one', label: <span translate="no">{call.expert.full_name}</span>, render: ([, of]) => of(call) },
              { key: 'other', label: <span translate="no">{other.expert.full_name}</span>, render: ([, of]) => of(other) },
            ]}
          />
        </>
      )}
    </section>
  );
}
