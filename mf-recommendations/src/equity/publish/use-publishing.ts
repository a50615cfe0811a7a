import { checkCall } from '@vimarsh/shared/contract/calls/routes.ts';
import { publishCall } from '@vimarsh/shared/contract/receipt/routes.ts';
import { useSessionApi } from '@vimarsh/shared/kit/session.ts';
import { useMachine } from '@xstate/react';
import { useEffect, useMemo } from 'react';
import { fromPromise } from 'xstate';
import { certain } from '../../publishing/certain.ts';
import { type DraftKind, useDraft } from '../../publishing/draft-autosave.ts';
import { newId } from '../../publishing/new-id.ts';
import { type CallForm, emptyForm } from './call-form.ts';
import { callDrafts } from './draft.store.ts';
import { type Check, publishMachine } from './publish.machine.ts';

const DRAFTS: DraftKind<CallForm> = { drafts: callDrafts(), empty: emptyForm, subjectOf: ({ stock }) => stock };

/**
 * Runs `publish.machine.ts`: talks to the server, starts with the user's saved draft, saves every change, and tells the other
 * modules when a call was published.
 */
export function usePublishing(userId: string, stock: string) {
  const { request, emit } = useSessionApi();
  const { start, other, autosave, savedAt, drop } = useDraft(DRAFTS, userId, stock);
  const machine = useMemo(
    () =>
      publishMachine.provide({
        actors: {
          check: fromPromise(async ({ input, signal }) =>
            certain<Check>(await request(checkCall, { query: { cid: input.cid }, body: input.draft }, { signal, quiet: true })),
          ),
          publish: fromPromise(async ({ input }) => certain(await request(publishCall, { body: input }, { quiet: true }))),
        },
      }),
    [request],
  );
  const [state, send] = useMachine(machine, { input: { ...start, newCid: newId } });
  const { form, cid, published } = state.context;
  useEffect(() => {
    if (!published) autosave(form, cid);
  }, [form, cid, published, autosave]);
  useEffect(() => {
    if (!published) return;
    drop();
    emit('call.published', { id: published.id });
  }, [published, drop, emit]);
  return { state, send, other, savedAt };
}
export type Publishing = ReturnType<typeof usePublishing>;
