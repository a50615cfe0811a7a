import type { Call } from '@vimarsh/shared/contract/calls/types.ts';
import { type EntryNow, entryNow, HOLDER_WORDS } from '@vimarsh/shared/domain/calls/equity/entry/entry-now.ts';
import { Badge } from '@vimarsh/shared/ui/badge.tsx';
import { useCallPrice } from '@vimarsh/shared/ui/calls/call-price.ts';
import { ExpertLink } from '@vimarsh/shared/ui/calls/expert-link.tsx';
import { MadeFigure } from '@vimarsh/shared/ui/calls/made-figure.tsx';
import { Change } from '@vimarsh/shared/ui/calls/price.tsx';
import { PriceCell } from '@vimarsh/shared/ui/calls/price-cell.tsx';
import { isOpenCall } from '@vimarsh/shared/ui/calls/rail.ts';
import { memo } from 'react';
import { ConflictChip } from '../../call/list/conflict-chip.tsx';
import { CallRow, type CallRowProps } from './call-row.tsx';

/** The row of a call that may be open: its figures and its rail share one price, asked for once. */
export const LiveRow = memo(function LiveRow(props: Omit<CallRowProps, 'live' | 'who'>) {
  const { call } = props;
  const open = isOpenCall(call.status);
  const { shown: live, change, price } = useCallPrice(call);
  const shown = (
    <>
      <PriceCell live={live} />
      {change !== null && <Change pct={change} />}
      <ConflictChip call={call} only="phone" />
    </>
  );
  return (
    <CallRow
      {...props}
      who={
        <>
          <ExpertLink expert={call.expert} /> <ConflictChip call={call} {...(open && { only: 'desk' })} />
        </>
      }
      live={
        open
          ? {
              price,
              shown,
              made: <MadeFigure call={call} price={price} left />,
              entry: <Entry call={call} entry={entryNow(call, price, Date.parse(props.now))} />,
            }
          : undefined
      }
    />
  );
});

/** What can still be done: the price against the entry; a call to sell speaks to who holds the stock. */
function Entry({ call, entry }: { call: Call; entry: EntryNow | null }) {
  if (entry === null) return null;
  if (entry.passed) return <Badge tone="warn">{entry.words}</Badge>;
  return call.call_type === 'Sell' ? <Badge tone="neutral">{HOLDER_WORDS}</Badge> : <small data-entry="">{entry.words}</small>;
}
