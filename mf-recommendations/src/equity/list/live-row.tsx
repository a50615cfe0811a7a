import { entryPassed } from '@vimarsh/shared/domain/calls/equity/entry-passed.ts';
import { ExpertLink } from '@vimarsh/shared/ui/calls/expert-link.tsx';
import { LeftFigure } from '@vimarsh/shared/ui/calls/left-figure.tsx';
import { useLivePrice } from '@vimarsh/shared/ui/calls/live-price.ts';
import { Change } from '@vimarsh/shared/ui/calls/price.tsx';
import { PriceCell } from '@vimarsh/shared/ui/calls/price-cell.tsx';
import { isOpenCall } from '@vimarsh/shared/ui/calls/rail.ts';
import { memo } from 'react';
import { CallRow, type CallRowProps } from './call-row.tsx';

/** The row of a call that may be open: its figures and its rail share one price, asked for once. */
export const LiveRow = memo(function LiveRow(props: Omit<CallRowProps, 'live' | 'who'>) {
  const { call } = props;
  const open = isOpenCall(call.status);
  const live = useLivePrice(open ? call.stock : null);
  // Levels that prices can't be held against have no way left to them.
  const price = call.not_judgeable ? null : live.price;
  const shown = (
    <>
      <PriceCell live={live} />
      {live.quote && <Change pct={live.quote.change_pct} />}
    </>
  );
  return (
    <CallRow
      {...props}
      who={<ExpertLink expert={call.expert} />}
      live={open ? { price, shown, left: <LeftFigure call={call} price={price} />, entryPassed: price !== null && entryPassed(call, price) } : undefined}
    />
  );
});
