import { checkOptionCall, publishOptionCall } from '@vimarsh/shared/contract/calls/options/publish.ts';
import { openDrafts } from '@vimarsh/shared/kit/drafts.ts';
import { useSessionApi } from '@vimarsh/shared/kit/session.ts';
import { useMachine } from '@xstate/react';
import { useEffect, useMemo } from 'react';
import { fromPromise } from 'xstate';
import * as z from 'zod/mini';
import { certain } from '../../publishing/certain.ts';
import { type DraftKind, type SavedDraft, useDraft } from '../../publishing/draft-autosave.ts';
import { newId } from '../../publishing/new-id.ts';
import { emptyForm, type OptionForm, optionForm } from './option-form.ts';
import { type OptionCheck, optionPublishMachine } from './option-publish.machine.ts';

const saved = z.object({ form: optionForm, cid: z.string().check(z.regex(/^[A-Za-z0-9_-]{1,64}$/)), saved_at: z.number() });
const DRAFTS: DraftKind<OptionForm> = {
  drafts: openDrafts<SavedDraft<OptionForm>>('publish-option-draft', saved),
  empty: emptyForm,
  subjectOf: ({ underlying }) => underlying,
};

/**
 * Runs the flow of an option call: talks to the server, starts with the user's saved draft, saves every change, and tells the other
 * modules when a call was published.
 */
export function useOptionPublishing(userId: string) {
  const { request, emit } = useSessionApi();
  const { start, autosave, savedAt, drop } = useDraft(DRAFTS, userId, '');
  const machine = useMemo(
    () =>
      optionPublishMachine.provide({
        actors: {
          check: fromPromise(async ({ input, signal }) =>
            certain<OptionCheck>(await request(checkOptionCall, { query: { cid: input.cid }, body: input.draft }, { signal, quiet: true })),
          ),
          publish: fromPromise(async ({ input }) => certain(await request(publishOptionCall, { body: input }, { quiet: true }))),
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
  return { state, send, savedAt };
}
