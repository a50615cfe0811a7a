import type { ImportRow, Watchlist } from '@vimarsh/shared/contract/watchlists/types.ts';
import { assign, fromPromise, setup } from 'xstate';

/** What the server said of a file. */
export type ImportAnswer = { readonly rows: readonly ImportRow[]; readonly list: Watchlist } | { readonly refused: string };

interface Context {
  readonly file: File | null;
  readonly rows: readonly ImportRow[];
  readonly refused: string;
  /** As the import left it. */
  readonly list: Watchlist | null;
}

/** Adding a file: choosing → looking → looked → adding → added. Nothing is stored before the person has seen what comes in. A refusal goes back with its reason. */
export const importMachine = setup({
  types: {
    context: {} as Context,
    events: {} as { type: 'choose'; file: File } | { type: 'add' },
  },
  actors: {
    ask: fromPromise<ImportAnswer, { file: File; keep: 'yes' | 'no' }>(() => Promise.reject(new Error('not provided'))),
  },
}).createMachine({
  id: 'import',
  context: { file: null, rows: [], refused: '', list: null },
  initial: 'choosing',
  on: { choose: { target: '.looking', actions: assign({ file: ({ event }) => event.file, rows: [], refused: '' }) } },
  states: {
    choosing: {},
    looking: {
      invoke: {
        src: 'ask',
        input: ({ context }) => ({ file: context.file!, keep: 'no' as const }),
        onDone: [
          {
            guard: ({ event }) => 'refused' in event.output,
            target: 'choosing',
            actions: assign({ refused: ({ event }) => ('refused' in event.output ? event.output.refused : '') }),
          },
          { target: 'looked', actions: assign({ rows: ({ event }) => ('rows' in event.output ? event.output.rows : []) }) },
        ],
      },
    },
    looked: { on: { add: 'adding' } },
    adding: {
      // The file that was looked at is the one that comes in.
      on: { choose: {} },
      invoke: {
        src: 'ask',
        input: ({ context }) => ({ file: context.file!, keep: 'yes' as const }),
        onDone: [
          {
            guard: ({ event }) => 'refused' in event.output,
            target: 'looked',
            actions: assign({ refused: ({ event }) => ('refused' in event.output ? event.output.refused : '') }),
          },
          { target: 'added', actions: assign({ list: ({ event }) => ('list' in event.output ? event.output.list : null) }) },
        ],
      },
    },
    added: { type: 'final' },
  },
});
