import type { Answer } from '@vimarsh/shared/contract/answer.ts';
import type { checkCall } from '@vimarsh/shared/contract/calls/routes.ts';
import type { CallDraft } from '@vimarsh/shared/contract/calls/types.ts';
import type { PublishedCall } from '@vimarsh/shared/contract/receipt/types.ts';
import type { Data } from '@vimarsh/shared/contract/route.ts';
import { assign, fromPromise, setup } from 'xstate';
import { type CallForm, emptyForm, type Problems, readForm, type Step, stepOf } from './call-form.ts';
import { ruleProblems } from './rule-fields.ts';

export type Check = Data<typeof checkCall>;

export interface PublishContext {
  form: CallForm;
  step: Step;
  /** One per intent to publish: resending it stores only one call. */
  cid: string;
  newCid: () => string;
  /** The server's last check of the draft; null until the levels are complete. */
  check: Check | null;
  problems: Problems;
  /** How often the draft was sent back with problems: each time the author is led to the first, and never while correcting them. */
  refusals: number;
  /** What went wrong with the last attempt, where it concerns no single field. */
  failure: string;
  published: PublishedCall | null;
}

export type PublishEvent =
  | { type: 'edit'; patch: Partial<CallForm> }
  | { type: 'go'; step: 'levels' | 'rationale' }
  | { type: 'review' }
  | { type: 'confirm' }
  | { type: 'again' };

const LOST = 'The answer did not arrive. Your draft is safe. Publish again: the same call can’t be published twice.';
const UNCHECKED = 'The rules could not be checked. Your draft is safe. Try again.';

/** Moves the author to the step of the first field with a problem. */
const stepWith = (problems: Problems, otherwise: Step): Step => {
  const steps = (Object.keys(problems) as (keyof CallForm)[]).map(stepOf);
  return steps.includes('levels') ? 'levels' : steps.includes('rationale') ? 'rationale' : otherwise;
};

/**
 * Publishing a call: drafting → checking → reviewing → publishing → published, or refused with each broken rule at its
 * field. No path loses what was typed. The check runs half a second after typing stops, and again before the preview,
 * because prices move.
 */
export const publishMachine = setup({
  types: {
    context: {} as PublishContext,
    events: {} as PublishEvent,
    input: {} as { form: CallForm; cid: string; newCid: () => string },
  },
  actors: {
    check: fromPromise<Answer<Check>, CallDraft>(() => Promise.reject(new Error('not provided'))),
    publish: fromPromise<Answer<PublishedCall>, { cid: string; draft: CallDraft }>(() => Promise.reject(new Error('not provided'))),
  },
  guards: {
    readable: ({ context }) => readForm(context.form).draft !== null,
  },
  actions: {
    take: assign({
      form: ({ context, event }) => (event.type === 'edit' ? { ...context.form, ...event.patch } : context.form),
      problems: ({ context, event }) => {
        if (event.type !== 'edit') return context.problems;
        const problems = { ...context.problems };
        for (const field of Object.keys(event.patch)) delete problems[field as keyof CallForm];
        return problems;
      },
      failure: '',
    }),
    move: assign({ step: ({ context, event }) => (event.type === 'go' ? event.step : context.step), failure: '' }),
    showUnreadable: assign(({ context }) => {
      const { problems } = readForm(context.form);
      return { problems, refusals: context.refusals + 1, step: stepWith(problems, context.step) };
    }),
  },
  delays: { afterTyping: 500 },
}).createMachine({
  id: 'publish',
  context: ({ input }) => ({ ...input, step: 'levels', check: null, problems: {}, refusals: 0, failure: '', published: null }),
  initial: 'drafting',
  states: {
    drafting: {
      initial: 'typing',
      on: {
        edit: { target: '.typing', actions: 'take', reenter: true },
        go: { actions: 'move' },
        review: [{ guard: 'readable', target: 'checking.forPreview' }, { actions: 'showUnreadable' }],
      },
      states: {
        typing: {
          after: {
            afterTyping: [
              { guard: 'readable', target: '#publish.checking.whileDrafting' },
              { target: 'rested', actions: assign({ check: null }) },
            ],
          },
        },
        rested: {},
      },
    },
    checking: {
      initial: 'whileDrafting',
      on: {
        edit: { target: 'drafting.typing', actions: 'take' },
        go: { actions: 'move' },
      },
      states: {
        whileDrafting: {
          on: { review: 'forPreview' },
          invoke: {
            src: 'check',
            input: ({ context }) => readForm(context.form).draft!,
            onDone: {
              target: '#publish.drafting.rested',
              actions: assign(({ event }) =>
                event.output.data ? { check: event.output.data, failure: '' } : { failure: event.output.validation || UNCHECKED },
              ),
            },
            onError: { target: '#publish.drafting.rested', actions: assign({ failure: UNCHECKED }) },
          },
        },
        forPreview: {
          invoke: {
            src: 'check',
            input: ({ context }) => readForm(context.form).draft!,
            onDone: [
              {
                guard: ({ event }) => event.output.data?.publishable === true,
                target: '#publish.reviewing',
                actions: assign(({ event }) => ({ check: event.output.data, problems: {}, failure: '', step: 'preview' as const })),
              },
              {
                target: '#publish.drafting.rested',
                actions: assign(({ context, event }) => {
                  const { data, validation } = event.output;
                  if (!data) return { failure: validation || UNCHECKED };
                  const problems = ruleProblems(
                    data.rules.filter((rule) => !rule.ok && !rule.waits && rule.level === 'block').map((rule) => ({ path: rule.id, message: rule.message })),
                  );
                  return {
                    check: data,
                    problems: problems.fields,
                    refusals: context.refusals + 1,
                    failure: problems.general.join(' '),
                    step: stepWith(problems.fields, context.step),
                  };
                }),
              },
            ],
            onError: { target: '#publish.drafting.rested', actions: assign({ failure: UNCHECKED }) },
          },
        },
      },
    },
    reviewing: {
      on: {
        edit: { target: 'drafting.typing', actions: 'take' },
        go: { target: 'drafting.rested', actions: 'move' },
        confirm: 'publishing',
      },
    },
    publishing: {
      invoke: {
        src: 'publish',
        input: ({ context }) => ({ cid: context.cid, draft: readForm(context.form).draft! }),
        onDone: [
          {
            guard: ({ event }) => event.output.status && event.output.data !== null,
            target: 'published',
            actions: assign({ published: ({ event }) => event.output.data, failure: '' }),
          },
          {
            target: 'refused',
            // A refusal stored nothing, so the next attempt is a new intent.
            actions: assign(({ context, event }) => {
              const problems = ruleProblems(event.output.problems ?? []);
              return {
                cid: context.newCid(),
                problems: problems.fields,
                refusals: context.refusals + 1,
                failure: [...new Set([event.output.validation, ...problems.general])].filter(Boolean).join(' '),
                step: stepWith(problems.fields, 'preview'),
              };
            }),
          },
        ],
        // The call may have been stored: with the same cid, sending again is safe.
        onError: { target: 'reviewing', actions: assign({ failure: LOST }) },
      },
    },
    refused: {
      on: {
        edit: { target: 'drafting.typing', actions: 'take' },
        go: { target: 'drafting.rested', actions: 'move' },
        review: [
          { guard: 'readable', target: 'checking.forPreview' },
          { target: 'drafting.rested', actions: 'showUnreadable' },
        ],
      },
    },
    published: {
      on: {
        again: {
          target: 'drafting.rested',
          actions: assign(({ context }) => ({
            form: emptyForm(),
            cid: context.newCid(),
            step: 'levels' as const,
            check: null,
            problems: {},
            failure: '',
            published: null,
          })),
        },
      },
    },
  },
});
