import type { OptionCall, OptionLeg } from '@vimarsh/shared/contract/calls/options/types.ts';
import { formatDay, formatInr } from '@vimarsh/shared/domain/text/formats.ts';
import { isOpenCall } from '@vimarsh/shared/ui/calls/rail.ts';
import { type Column, Table } from '@vimarsh/shared/ui/page/table.tsx';
import { contractText, lotsText, sideText } from './option-words.ts';

/** The legs: what the page showed when the call was published, and what a follower got. */
export function LegsTable({ call }: { call: OptionCall }) {
  const open = isOpenCall(call.status);
  const columns: Column<OptionLeg>[] = [
    {
      key: 'leg',
      label: 'Leg',
      render: (leg) => (
        <>
          {sideText(leg)} {contractText(leg)}
          <br />
          <small>
            {lotsText(leg.lots)} · {formatDay(leg.expiry)}
          </small>
        </>
      ),
    },
    { key: 'mid', label: 'Shown', align: 'end', render: ({ mid }) => formatInr(mid) },
    { key: 'entry', label: 'Entry', align: 'end', render: ({ entry }) => formatInr(entry) },
    {
      key: 'exit',
      label: open ? 'Now' : 'Exit',
      align: 'end',
      render: (leg) => formatInr(open ? call.now?.exits[call.legs.indexOf(leg)] : leg.exit),
    },
  ];
  return <Table caption="Legs with the prices a follower got" columns={columns} rows={call.legs} rowKey={(_, at) => String(at)} />;
}
