import { isCertain } from '@vimarsh/shared/contract/certain.ts';
import type { Envelope } from '@vimarsh/shared/session';
import { assign, emit, fromPromise, setup } from 'xstate';

/** The answer of an account call, with the data for the next step (S7-PROFILE-08…12). */
export interface Step {
  status: boolean;
  code: string;
  message: string;
  redirect: string;
  /** The next step starts with this id. */
  user_id: string;
  answer: Envelope<unknown>;
}

export function stepOf(answer: Envelope<unknown>): Step {
  const { message, user_id } = answer.extras;
  const okMessage = typeof message === 'string' ? message : ((answer.data as { message?: string } | null)?.message ?? '');
  return {
    status: answer.status,
    code: answer.code ?? '',
    message: answer.status ? okMessage : answer.validation,
    redirect: inApp(answer.extras.redirect ?? answer.redirect),
    user_id: typeof user_id === 'string' ? user_id : '',
    answer,
  };
}

/** A path inside the app, or ''. */
const inApp = (redirect: unknown): string => (typeof redirect === 'string' && /^\/(?!\/)/.test(redirect) ? redirect : '');

/**
 * One form and its one call: editing → sending → done, or back to editing. A refusal is emitted so that the screen can
 * empty what must not stay; without an answer everything stays. The caller provides `call`.
 */
export const submissionMachine = setup({
  types: {
    context: {} as { input: unknown; unanswered: boolean },
    events: {} as { type: 'SUBMIT'; input: unknown } | { type: 'AGAIN' },
    emitted: {} as { type: 'refused' | 'done'; step: Step },
  },
  actors: { call: fromPromise<Step, { input: unknown }>(() => Promise.reject(new Error('`call` was not provided'))) },
}).createMachine({
  id: 'submission',
  context: { input: null, unanswered: false },
  initial: 'editing',
  states: {
    editing: { on: { SUBMIT: { target: 'sending', actions: assign({ input: ({ event }) => event.input, unanswered: false }) } } },
    sending: {
      invoke: {
        src: 'call',
        input: ({ context }) => context,
        onDone: [
          {
            guard: ({ event }) => event.output.status,
            target: 'done',
            actions: [assign({ input: null }), emit(({ event }) => ({ type: 'done' as const, step: event.output }))],
          },
          { guard: ({ event }) => !isCertain(event.output.answer), target: 'editing', actions: assign({ input: null, unanswered: true }) },
          { target: 'editing', actions: [assign({ input: null }), emit(({ event }) => ({ type: 'refused' as const, step: event.output }))] },
        ],
        onError: { target: 'editing', actions: assign({ input: null, unanswered: true }) },
      },
    },
    done: { on: { AGAIN: 'editing' } },
  },
});
