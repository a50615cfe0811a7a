import { css } from '@emotion/react';
import { importWatchlist } from '@vimarsh/shared/contract/watchlists/routes.ts';
import type { ImportRow, Segment, Watchlist } from '@vimarsh/shared/contract/watchlists/types.ts';
import { useSessionApi } from '@vimarsh/shared/kit/session.ts';
import { Button } from '@vimarsh/shared/ui/fields/button.tsx';
import { Dialog } from '@vimarsh/shared/ui/floats/dialog.tsx';
import { Table } from '@vimarsh/shared/ui/page/table.tsx';
import { useMachine } from '@xstate/react';
import { useEffect, useId, useMemo, useRef } from 'react';
import { fromPromise } from 'xstate';
import { type ImportAnswer, importMachine } from './import.machine.ts';

const boxCss = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: var(--s-16);
  & input {
    max-width: 100%;
    min-height: 44px;
    font: inherit;
  }
  & label {
    display: block;
    font-size: var(--t-13);
    font-weight: 500;
    color: var(--ink-2);
  }
`;
const refusedCss = css`
  color: var(--loss);
`;

const LOST = 'The answer did not arrive. Choose the file again: what came in already is shown as such.';
const COLUMN = { equity: 'Symbol', options: 'Contract' } as const;
const HELP = {
  equity: 'A CSV file with a column headed “Symbol” or “ISIN”, or a list of symbols such as “TCS”. At most 500 lines.',
  options: 'A CSV file with a column headed “Contract”, such as “NIFTY 2026-12-31 26000 CE”. At most 500 lines.',
} as const;
const FATES: Readonly<Record<ImportRow['what'], string>> = {
  in: 'Comes in',
  there: 'In the list already',
  double: 'Twice in the file',
  unknown: 'Not known here',
  formula: 'A formula, not a symbol',
  over: 'No room left',
};

interface Props {
  segment: Segment;
  list: Watchlist;
  onClose: () => void;
  onAdded: (list: Watchlist) => void;
  /** The list was changed elsewhere: it is asked for again. */
  onChanged: () => void;
}

/** Adds a CSV file to a list, after showing what will and what won’t come in. */
export function ImportDialog({ segment, list, onClose, onAdded, onChanged }: Props) {
  const { request } = useSessionApi();
  const input = useId();
  const latest = useRef({ list, onChanged });
  useEffect(() => {
    latest.current = { list, onChanged };
  });
  const machine = useMemo(
    () =>
      importMachine.provide({
        actors: {
          ask: fromPromise<ImportAnswer, { file: File; keep: 'yes' | 'no' }>(async ({ input: { file, keep } }) => {
            const { id, version } = latest.current.list;
            const form = new FormData();
            form.set('keep', keep);
            form.set('version', String(version));
            form.set('file', file);
            // The contract types what the form holds; as multipart it goes with the file.
            const answer = await request(importWatchlist, { params: { id }, body: form as never }, { quiet: true });
            if (answer.code === 'WATCHLIST_CHANGED') latest.current.onChanged();
            return answer.data ?? { refused: answer.code === 'UNREACHABLE' ? LOST : answer.validation };
          }),
        },
      }),
    [request],
  );
  const [state, send] = useMachine(machine);
  const { rows, refused, list: after } = state.context;
  useEffect(() => {
    if (after) onAdded(after);
  }, [after, onAdded]);
  const coming = rows.filter(({ what }) => what === 'in').length;
  const looked = state.matches('looked') || state.matches('adding');
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Add a file to ${list.name}`}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            kind="primary"
            disabled={!looked || coming === 0}
            busy={state.matches('adding') || state.matches('looking')}
            onClick={() => send({ type: 'add' })}
          >
            {coming === 1 ? 'Add 1 row' : `Add ${coming} rows`}
          </Button>
        </>
      }
    >
      <div css={boxCss}>
        <p>{HELP[segment]}</p>
        <div>
          <label htmlFor={input}>CSV file</label>
          <input
            id={input}
            type="file"
            accept=".csv,.txt,text/csv,text/plain"
            // The same file, mended, is chosen again.
            onClick={(event) => {
              event.currentTarget.value = '';
            }}
            onChange={(event) => {
              const file = event.target.files?.[0];
              if (file) send({ type: 'choose', file });
            }}
          />
        </div>
        <p role="alert" css={refusedCss} hidden={!refused}>
          {refused}
        </p>
        <p role="status" hidden={!looked}>
          {looked ? summary(coming, rows.length - coming) : ''}
        </p>
        {looked && rows.length > 0 ? (
          <Table
            caption="Rows of the file"
            columns={[
              { key: 'written', label: COLUMN[segment], render: ({ written }) => written },
              { key: 'line', label: 'Line', align: 'end', render: ({ line }) => line },
              { key: 'what', label: 'What becomes of it', render: fateOf },
            ]}
            rows={rows}
            rowKey={(_row, index) => String(index)}
          />
        ) : null}
      </div>
    </Dialog>
  );
}

/** A row that another name leads to says which stock comes in. */
const fateOf = ({ what, code, written }: ImportRow): string =>
  what === 'in' && code.toLowerCase() !== written.trim().toLowerCase() ? `Comes in as ${code}` : FATES[what];

/** How many rows come in, and how many do not. */
function summary(coming: number, staying: number): string {
  const comes = coming === 1 ? '1 row comes in.' : `${coming} rows come in.`;
  if (staying === 0) return comes;
  return `${comes} ${staying === 1 ? '1 row stays out.' : `${staying} rows stay out.`}`;
}
