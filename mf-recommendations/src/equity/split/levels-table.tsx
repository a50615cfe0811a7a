import type { Call } from '@vimarsh/shared/contract/calls/types.ts';
import { formatInr } from '@vimarsh/shared/domain/text/formats.ts';
import { entryText, outcome } from '@vimarsh/shared/ui/calls/call.view.ts';
import { TERM_LABEL } from '@vimarsh/shared/ui/calls/call-words.ts';
import { Table } from '@vimarsh/shared/ui/page/table.tsx';

/** The lines of the chart in words: whose call each letter is. */
export function LevelsTable({ stock, calls, letters }: { stock: string; calls: readonly Call[]; letters: ReadonlyMap<string, string> }) {
  return (
    <Table
      caption={`Levels of the calls on ${stock}`}
      rows={calls}
      rowKey={({ id }) => id}
      columns={[
        { key: 'letter', label: 'Level line', render: ({ id }) => letters.get(id) ?? '–' },
        { key: 'expert', label: 'Expert', render: ({ expert }) => <span translate="no">{expert.full_name}</span> },
        { key: 'call', label: 'Call', render: ({ call_type, term }) => `${call_type} · ${TERM_LABEL[term].name}` },
        { key: 'entry', label: 'Entry', align: 'end', render: (call) => entryText(call) },
        { key: 'target', label: 'Target', align: 'end', render: ({ target_price }) => formatInr(target_price) },
        { key: 'stop', label: 'Stop-loss', align: 'end', render: ({ stop_loss }) => formatInr(stop_loss) },
        { key: 'state', label: 'State', render: (call) => outcome(call).label },
      ]}
    />
  );
}
