import { css } from '@emotion/react';
import type { OptionDetail } from '@vimarsh/shared/contract/calls/options/types.ts';
import { type ClosingEvidence, type Quoted, standingAt } from '@vimarsh/shared/domain/calls/options/lifecycle.ts';
import { applyOptionEvent, type OptionState, stopAt } from '@vimarsh/shared/domain/calls/options/option-state.ts';
import { formatInr, formatIst, formatNumber } from '@vimarsh/shared/domain/text/formats.ts';
import { type Column, Table } from '@vimarsh/shared/ui/page/table.tsx';
import { contractText, levelText, sideText } from './option-words.ts';

const sectionCss = css`
  display: grid;
  gap: var(--s-8);
`;

type Row = OptionState['legs'][number] & { readonly quoted: Quoted | null };
const COLUMNS: readonly Column<Row>[] = [
  { key: 'leg', label: 'Leg', render: (leg) => `${sideText(leg)} ${contractText(leg)}` },
  { key: 'bid', label: 'Bid', align: 'end', render: ({ quoted }) => formatInr(quoted?.bid) },
  { key: 'ask', label: 'Ask', align: 'end', render: ({ quoted }) => formatInr(quoted?.ask) },
];

/** What decided the end, from the signed event: where the call stood, and the quotes of that look. Nothing for ends by time, and for older records. */
export function HowItClosed({ call }: { call: OptionDetail }) {
  const at = call.events.findIndex(({ type, payload }) => type === 'closing' && payload.quotes !== undefined);
  const decided = call.events[at];
  if (!decided) return null;
  const { quotes, underlying, spot, at: late } = decided.payload as unknown as ClosingEvidence & { readonly spot: number; readonly at?: string };
  const ts = late ?? decided.ts;
  const state = call.events.slice(0, at).reduce<OptionState | null>((before, event) => applyOptionEvent(before, { call_id: call.id, ...event }), null)!;
  const { legs, level_basis: basis, target } = state;
  const stands = standingAt(state, (leg) => quotes[legs.indexOf(leg)] ?? null, spot);
  return (
    <section css={sectionCss}>
      <h3>How it closed</h3>
      <p>
        Decided on {formatIst(ts)}. Target then {levelText(basis, target)}, stop-loss {levelText(basis, stopAt(state, Date.parse(ts)))}.
      </p>
      {basis === 'underlying' ? (
        <p>
          The underlying since the look before: open {formatNumber(underlying.open, 2)}, high {formatNumber(underlying.high, 2)}, low{' '}
          {formatNumber(underlying.low, 2)}, last {formatNumber(spot, 2)}.
        </p>
      ) : (
        stands !== null && <p>At the prices at which a follower could leave, the call stood at {levelText(basis, stands)}.</p>
      )}
      <Table
        caption="Quotes that decided the end"
        columns={[...COLUMNS]}
        rows={legs.map((leg, index) => ({ ...leg, quoted: quotes[index] ?? null }))}
        rowKey={(_, index) => String(index)}
      />
    </section>
  );
}
