import type { Answer } from '@vimarsh/shared/contract/answer.ts';
import { useSessionApi } from '@vimarsh/shared/kit/session.ts';
import { useMachine } from '@xstate/react';
import { useEffect, useMemo } from 'react';
import { fromPromise } from 'xstate';
import { certain } from './certain.ts';
import { type DraftKind, type SavedDraft, useDraft } from './draft-autosave.ts';
import { newId } from './new-id.ts';
import { type Publishable, type PublishContext, type PublishEvent, publishingMachine, type RuleCheck } from './publishing.machine.ts';

type Request = ReturnType<typeof useSessionApi>['request'];
interface Intent<Draft> {
  cid: string;
  draft: Draft;
}

/** Everything that the flow of publishing asks of a kind of call: its form with the rules at their fields, its saved drafts, its two routes. */
export interface PublishingKind<Form extends object, Draft, Checked extends RuleCheck, Published> extends Publishable<Form, Draft>, DraftKind<Form> {
  check(request: Request, intent: Intent<Draft>, signal: AbortSignal): Promise<Answer<Checked>>;
  publish(request: Request, intent: Intent<Draft>): Promise<Answer<Published>>;
}

export interface Publishing<Form extends object, Checked extends RuleCheck, Published> {
  context: PublishContext<Form, Checked, Published>;
  send(event: PublishEvent<Form>): void;
  /** The check for the preview or the publication is on its way, or the last attempt was refused. */
  doing: 'checking' | 'publishing' | 'refused' | null;
  /** The rules are being checked. */
  checking: boolean;
  /** Nothing is typed and nothing on its way. */
  rested: boolean;
  /** A saved draft on something other than what the path names. */
  other: SavedDraft<Form> | null;
  savedAt: string;
}

/**
 * Runs the flow for one kind of call: talks to the server, starts with the user's saved draft, saves every change, and tells the other
 * modules when a call was published. `kind` is a constant.
 */
export function usePublishing<Form extends object, Draft, Checked extends RuleCheck, Published extends { id: string }>(
  kind: PublishingKind<Form, Draft, Checked, Published>,
  userId: string,
  subject = '',
): Publishing<Form, Checked, Published> {
  const { request, emit } = useSessionApi();
  const { start, other, autosave, savedAt, drop } = useDraft(kind, userId, subject);
  const machine = useMemo(
    () =>
      publishingMachine<Form, Draft, Checked, Published>(kind).provide({
        actors: {
          check: fromPromise(async ({ input, signal }) => certain(await kind.check(request, input, signal))),
          publish: fromPromise(async ({ input }) => certain(await kind.publish(request, input))),
        },
      }),
    [kind, request],
  );
  const [state, send] = useMachine(machine, { input: { ...start, newCid: newId } });
  const { context } = state;
  const { form, cid, published } = context;
  useEffect(() => {
    if (!published) autosave(form, cid);
  }, [form, cid, published, autosave]);
  useEffect(() => {
    if (!published) return;
    drop();
    emit('call.published', { id: published.id });
  }, [published, drop, emit]);
  const doing = state.matches('publishing')
    ? 'publishing'
    : state.matches('refused')
      ? 'refused'
      : state.matches({ checking: 'forPreview' })
        ? 'checking'
        : null;
  return { context, send, doing, checking: state.matches('checking'), rested: state.matches({ drafting: 'rested' }), other, savedAt };
}
