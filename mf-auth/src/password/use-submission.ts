import type { Request, Route } from '@vimarsh/shared/contract/route.ts';
import { useSessionApi } from '@vimarsh/shared/kit/session.ts';
import { useActorRef, useSelector } from '@xstate/react';
import { useEffect, useMemo, useRef } from 'react';
import { fromPromise } from 'xstate';
import { type Step, stepOf, submissionMachine } from './submission.machine.ts';

interface Endings {
  done(step: Step): void;
  refused?(step: Step): void;
}

interface Submission<R extends Route> {
  busy: boolean;
  done: boolean;
  /** No answer came to the last try. */
  unanswered: boolean;
  submit(input: Request<R>): void;
  again(): void;
}

/** A form that ends in one account call. `again` makes a finished form editable again. */
export function useSubmission<R extends Route>(route: R, endings: Endings): Submission<R> {
  const { request } = useSessionApi();
  const latest = useRef(endings);
  latest.current = endings;
  const machine = useMemo(
    () =>
      submissionMachine.provide({
        actors: {
          call: fromPromise<Step, { input: unknown }>(async ({ input, signal }) => stepOf(await request(route, input.input as Request<R>, { signal }))),
        },
      }),
    [request, route],
  );
  const actor = useActorRef(machine);
  const value = useSelector(actor, (snapshot) => snapshot.value);
  const unanswered = useSelector(actor, (snapshot) => snapshot.context.unanswered);
  useEffect(() => {
    const done = actor.on('done', ({ step }) => latest.current.done(step));
    const refused = actor.on('refused', ({ step }) => latest.current.refused?.(step));
    return () => {
      done.unsubscribe();
      refused.unsubscribe();
    };
  }, [actor]);
  return {
    busy: value === 'sending',
    done: value === 'done',
    unanswered,
    submit: (input) => actor.send({ type: 'SUBMIT', input }),
    again: () => actor.send({ type: 'AGAIN' }),
  };
}
