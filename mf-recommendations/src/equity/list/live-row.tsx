import { entryNow } from '@vimarsh/shared/domain/calls/equity/entry/entry-now.ts';
import { useCallPrice } from '@vimarsh/shared/ui/calls/call-price.ts';
import { ExpertLink } from '@vimarsh/shared/ui/calls/expert-link.tsx';
import { MadeFigure } from '@vimarsh/shared/ui/calls/made-figure.tsx';
import { Change } from '@vimarsh/shared/ui/calls/price.tsx';
import { PriceCell } from '@vimarsh/shared/ui/calls/price-cell.tsx';
import { isOpenCall } from '@vimarsh/shared/ui/calls/rail.ts';
import { memo } from 'react';
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
    </>
  );
  return (
    <CallRow
      {...props}
      who={<ExpertLink expert={call.expert} />}
      live={open ? { price, shown, made: <MadeFigure call={call} price={price} left />, entry: entryNow(call, price, Date.parse(props.now)) } : undefined}
    />
  );
});
