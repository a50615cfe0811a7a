import { AuthorTail, type LineOf } from '@vimarsh/shared/ui/calls/author-lines.tsx';
import { useCallPrice } from '@vimarsh/shared/ui/calls/call-price.ts';
import { EntryWords } from '@vimarsh/shared/ui/calls/entry-words.tsx';
import { ExpertLink } from '@vimarsh/shared/ui/calls/expert-link.tsx';
import { MadeFigure } from '@vimarsh/shared/ui/calls/made-figure.tsx';
import { Change } from '@vimarsh/shared/ui/calls/price.tsx';
import { PriceCell } from '@vimarsh/shared/ui/calls/price-cell.tsx';
import { isOpenCall } from '@vimarsh/shared/ui/calls/rail.ts';
import { memo } from 'react';
import { ConflictChip } from '../../call/list/conflict-chip.tsx';
import { CallRow, type CallRowProps } from './call-row.tsx';

/** The row of a call that may be open: its figures and its rail share one price, asked for once. */
export const LiveRow = memo(function LiveRow({ line, ...props }: Omit<CallRowProps, 'live' | 'who'> & { line?: ReturnType<LineOf> }) {
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
          <span>
            <ExpertLink expert={call.expert} /> <ConflictChip call={call} {...(open && { only: 'desk' })} />
          </span>
          <AuthorTail line={line} />
        </>
      }
      live={
        open
          ? {
              price,
              shown,
              made: <MadeFigure call={call} price={price} left />,
              entry: <EntryWords call={call} price={price} now={props.now} />,
            }
          : undefined
      }
    />
  );
});
