import type { Answer } from '@vimarsh/shared/contract/answer.ts';
import type { RuleResult } from '@vimarsh/shared/contract/calls/types.ts';
import { isBroken, sentencesOf } from '@vimarsh/shared/domain/calls/publishing/rule-result.ts';
import { assign, fromPromise, setup } from 'xstate';
import { isRationaleField } from './rationale-form.ts';

/** The two steps with fields. The third is only a preview. */
export type Step = 'levels' | 'rationale' | 'preview';

/** One sentence at each field that needs the author. */
export type FieldProblems<Form> = Partial<Record<keyof Form & string, string>>;

/** What the server says of a draft of any kind. */
export interface RuleCheck {
  rules: readonly RuleResult[];
  publishable: boolean;
  recipients: number;
  /** This intent has published it: only the answer that said so did not arrive. */
  already?: boolean | undefined;
}

/** What sets one kind of call apart: its form, and where its fields and rules stand. */
export interface Publishable<Form extends object, Draft> {
  /** A new form. `subject`: what the path names. */
  empty(subject?: string): Form;
  read(form: Form): { draft: Draft | null; problems: FieldProblems<Form> };
  /** Broken rules and server problems at their fields; the general ones go above the form. */
  problemsOf(problems: readonly { path: string; message: string }[]): { fields: FieldProblems<Form>; general: string[] };
}

export interface PublishContext<Form extends object, Checked extends RuleCheck, Published> {
  form: Form;
  step: Step;
  /** One per call: resending it stores only one. A refusal leaves it, because an attempt before may have been stored and its answer lost. */
  cid: string;
  newCid: () => string;
  /** The server's last check of the draft; null until the levels are complete. */
  check: Checked | null;
  problems: FieldProblems<Form>;
  /** How often the draft was sent back with problems: each time the author is led to the first, and never while correcting them. */
  refusals: number;
  /** What went wrong with the last attempt, where it concerns no single field. */
  failure: string;
  published: Published | null;
}

export type PublishEvent<Form extends object> =
  | { type: 'edit'; patch: Partial<Form> }
  | { type: 'go'; step: 'levels' | 'rationale' }
  | { type: 'next' }
  | { type: 'review' }
  | { type: 'confirm' }
  | { type: 'again' };

const LOST = 'The answer did not arrive. Your draft is safe. Publish again: the same call can’t be published twice.';
const UNCHECKED = 'The rules could not be checked. Your draft is safe. Try again.';

/**
 * Publishing a call: drafting → checking → reviewing → publishing → published, or refused with each broken rule at its
 * field. No path loses what was typed. "Next" leaves the levels once they stand; the list of steps leads anywhere at any time. The check runs half a second after typing stops, and again before the preview,
 * because prices move.
 */
export const publishingMachine = <Form extends object, Draft, Checked extends RuleCheck, Published>(kind: Publishable<Form, Draft>) => {
  /** Of broken rules that block, the sentences at their fields, and the others. */
  const blockedBy = ({ rules }: Checked) => kind.problemsOf(rules.filter((rule) => isBroken(rule) && rule.level === 'block').flatMap(sentencesOf));
  /** At each level that is missing, unreadable, or breaks a rule by the last check. */
  const levelProblems = ({ form, check }: Pick<PublishContext<Form, Checked, Published>, 'form' | 'check'>): FieldProblems<Form> => {
    const { draft, problems } = kind.read(form);
    const found = draft && check ? blockedBy(check).fields : problems;
    return Object.fromEntries(Object.entries(found).filter(([field]) => !isRationaleField(field))) as FieldProblems<Form>;
  };
  /** The step of the first field with a problem. */
  const stepWith = (problems: FieldProblems<Form>, otherwise: Step): Step => {
    const fields = Object.keys(problems);
    if (fields.length === 0) return otherwise;
    return fields.every(isRationaleField) ? 'rationale' : 'levels';
  };
  return setup({
    types: {
      context: {} as PublishContext<Form, Checked, Published>,
      events: {} as PublishEvent<Form>,
      input: {} as { form: Form; cid: string; newCid: () => string },
    },
    actors: {
      check: fromPromise<Answer<Checked>, { cid: string; draft: Draft }>(() => Promise.reject(new Error('not provided'))),
      publish: fromPromise<Answer<Published>, { cid: string; draft: Draft }>(() => Promise.reject(new Error('not provided'))),
    },
    guards: {
      readable: ({ context }) => kind.read(context.form).draft !== null,
      levelsStand: ({ context }) => Object.keys(levelProblems(context)).length === 0,
    },
    actions: {
      take: assign({
        form: ({ context, event }) => (event.type === 'edit' ? { ...context.form, ...event.patch } : context.form),
        problems: ({ context, event }) => {
          if (event.type !== 'edit') return context.problems;
          const problems = { ...context.problems };
          for (const field of Object.keys(event.patch)) delete problems[field as keyof Form & string];
          return problems;
        },
        failure: '',
      }),
      moveOn: assign({ step: 'rationale', failure: '' }),
      move: assign({ step: ({ context, event }) => (event.type === 'go' ? event.step : context.step), failure: '' }),
      showLevels: assign(({ context }) => ({ problems: levelProblems(context), refusals: context.refusals + 1 })),
      showUnreadable: assign(({ context }) => {
        const { problems } = kind.read(context.form);
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
            // What the last check said is of other levels than these.
            on: { next: [{ guard: 'readable', actions: 'moveOn' }, { actions: 'showUnreadable' }] },
            after: {
              afterTyping: [
                { guard: 'readable', target: '#publish.checking.whileDrafting' },
                { target: 'rested', actions: assign({ check: null }) },
              ],
            },
          },
          rested: {
            on: {
              next: [
                { guard: 'levelsStand', actions: 'moveOn' },
                // A rule may have been broken by a price that has moved since: it is checked anew.
                { target: 'typing', actions: 'showLevels' },
              ],
            },
          },
        },
      },
      checking: {
        initial: 'whileDrafting',
        on: {
          edit: { target: 'drafting.typing', actions: 'take' },
          go: { actions: 'move' },
          next: { actions: 'moveOn' },
        },
        states: {
          whileDrafting: {
            on: { review: 'forPreview' },
            invoke: {
              src: 'check',
              input: ({ context }) => ({ cid: context.cid, draft: kind.read(context.form).draft! }),
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
              input: ({ context }) => ({ cid: context.cid, draft: kind.read(context.form).draft! }),
              onDone: [
                // Sending it again answers the call that stands, whatever the rules would say of a second one.
                { guard: ({ event }) => event.output.data?.already === true, target: '#publish.publishing' },
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
                    const problems = blockedBy(data);
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
          input: ({ context }) => ({ cid: context.cid, draft: kind.read(context.form).draft! }),
          onDone: [
            {
              guard: ({ event }) => event.output.status && event.output.data !== null,
              target: 'published',
              actions: assign({ published: ({ event }) => event.output.data, failure: '' }),
            },
            {
              target: 'refused',
              actions: assign(({ context, event }) => {
                const { problems: said = [] } = event.output;
                const problems = kind.problemsOf(said);
                return {
                  // An earlier attempt was stored with other words than these: they are another call.
                  ...(said.some(({ path }) => path === 'cid') && { cid: context.newCid() }),
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
              form: kind.empty(),
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
};
