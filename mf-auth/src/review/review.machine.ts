import type { decideKyc } from '@vimarsh/shared/contract/profile/routes.ts';
import type { ReviewedDocument } from '@vimarsh/shared/contract/profile/types.ts';
import type { Data } from '@vimarsh/shared/contract/route.ts';
import { REASON_LENGTH, REASON_WANTED } from '@vimarsh/shared/domain/people/review.ts';
import type { Envelope } from '@vimarsh/shared/session';
import { assign, emit, fromPromise, setup } from 'xstate';

export type Decision = 'verify' | 'reject';
export type DecisionAnswer = Envelope<Data<typeof decideKyc>>;

interface Context {
  document: ReviewedDocument | null;
  decision: Decision;
  reason: string;
  /** What is wrong with the reason, '' for nothing. */
  problem: string;
}

type Events = { type: 'DECIDE'; document: ReviewedDocument; decision: Decision } | { type: 'REASON'; reason: string } | { type: 'CONFIRM' | 'DISMISS' };

/** A decision, on the version of the document that was shown. */
export interface SentDecision {
  document_id: string;
  version: string;
  decision: Decision;
  reason: string;
}

/**
 * One decision on a document: choosing → confirming → sending → choosing. A refusal needs a reason. Whatever the server
 * answers, the list is reloaded, because somebody else may have decided meanwhile. The caller provides `send`.
 */
export const reviewMachine = setup({
  types: {
    context: {} as Context,
    events: {} as Events,
    emitted: {} as { type: 'decided'; answer: DecisionAnswer; decision: Decision },
  },
  actors: { send: fromPromise<DecisionAnswer, SentDecision>(() => Promise.reject(new Error('`send` was not provided'))) },
  guards: { sayable: ({ context: { decision, reason } }) => decision === 'verify' || reason.trim().length >= REASON_LENGTH },
}).createMachine({
  id: 'review',
  context: { document: null, decision: 'verify', reason: '', problem: '' },
  initial: 'choosing',
  states: {
    choosing: {
      on: {
        DECIDE: {
          target: 'confirming',
          actions: assign(({ event: { document, decision } }) => ({
            document,
            decision,
            reason: document.first?.mine ? document.first.reason : '',
            problem: '',
          })),
        },
      },
    },
    confirming: {
      on: {
        REASON: { actions: assign({ reason: ({ event }) => event.reason, problem: '' }) },
        DISMISS: 'choosing',
        CONFIRM: [{ guard: 'sayable', target: 'sending' }, { actions: assign({ problem: REASON_WANTED }) }],
      },
    },
    sending: {
      invoke: {
        src: 'send',
        input: ({ context: { document, decision, reason } }) => ({
          document_id: document!.id,
          version: document!.version,
          decision,
          reason: decision === 'reject' ? reason.trim() : '',
        }),
        onDone: { target: 'choosing', actions: emit(({ context, event }) => ({ type: 'decided' as const, answer: event.output, decision: context.decision })) },
        onError: 'choosing',
      },
    },
  },
});
