import type { Profile } from '@vimarsh/shared/contract/identity/types.ts';
import type { ProfileFile } from '@vimarsh/shared/contract/profile/types.ts';
import type { Envelope } from '@vimarsh/shared/session';
import { assign, emit, fromPromise, setup } from 'xstate';

export type SaveAnswer = Envelope<Profile>;
export type Fields = Readonly<Record<string, string>>;
export type Files = Readonly<Partial<Record<ProfileFile, File>>>;

interface Context {
  step: 1 | 2;
  files: Files;
  /** Required fields marked as empty. */
  missing: readonly string[];
  /** What is being saved. */
  fields: Fields;
  /** The dialog that confirms a change of profession is open. */
  dialog: boolean;
}

type Events =
  | { type: 'STEP'; step: 1 | 2 }
  | { type: 'FILE'; field: ProfileFile; file: File | null }
  | { type: 'SAVE'; fields: Fields; missing: readonly string[] }
  | { type: 'BECOME_EXPERT' | 'DISMISS' | 'CONFIRM' };

/**
 * Profile save (spec section 4): editing → saving → editing. After a save the files are dropped, step 2 is open and the
 * dialog closed; after a refusal the marks of empty fields are cleared (S4-SAVE-01…12). A change of profession needs a
 * confirmation (S2.5-MENU-15). The caller provides `save`.
 */
export const profileSaveMachine = setup({
  types: {
    context: {} as Context,
    input: {} as { step: 1 | 2 },
    events: {} as Events,
    emitted: {} as { type: 'saved'; answer: SaveAnswer; dialog: boolean } | { type: 'refused'; answer: SaveAnswer | null },
  },
  actors: { save: fromPromise<SaveAnswer, { fields: Fields; files: Files }>(() => Promise.reject(new Error('`save` was not provided'))) },
  guards: { complete: ({ event }) => event.type === 'SAVE' && event.missing.length === 0 },
}).createMachine({
  id: 'profileSave',
  context: ({ input: { step } }) => ({ step, files: {}, missing: [], fields: {}, dialog: false }),
  initial: 'editing',
  states: {
    editing: {
      on: {
        STEP: { actions: assign({ step: ({ event }) => event.step, missing: [] }) },
        FILE: {
          actions: assign({
            files: ({ context, event: { field, file } }) => {
              const { [field]: _removed, ...others } = context.files;
              return file ? { ...others, [field]: file } : others;
            },
          }),
        },
        SAVE: [
          { guard: 'complete', target: 'saving', actions: assign({ fields: ({ event }) => event.fields, missing: [] }) },
          { actions: assign({ missing: ({ event }) => event.missing }) },
        ],
        BECOME_EXPERT: { actions: assign({ dialog: true }) },
        DISMISS: { actions: assign({ dialog: false }) },
        CONFIRM: { guard: ({ context }) => context.dialog, target: 'saving', actions: assign({ fields: { profession: 'Market Expert' } }) },
      },
    },
    saving: {
      invoke: {
        src: 'save',
        input: ({ context: { fields, files, dialog } }) => ({ fields, files: dialog ? {} : files }),
        onDone: [
          {
            guard: ({ event }) => event.output.status,
            target: 'editing',
            actions: [
              emit(({ context, event }) => ({ type: 'saved' as const, answer: event.output, dialog: context.dialog })),
              assign({ step: 2, files: {}, fields: {}, missing: [], dialog: false }),
            ],
          },
          { target: 'editing', actions: [assign({ missing: [], fields: {} }), emit(({ event }) => ({ type: 'refused' as const, answer: event.output }))] },
        ],
        onError: { target: 'editing', actions: [assign({ missing: [], fields: {} }), emit({ type: 'refused' as const, answer: null })] },
      },
    },
  },
});
