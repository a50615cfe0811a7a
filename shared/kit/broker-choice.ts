import { useMachine } from '@xstate/react';
import { useEffect, useMemo, useRef } from 'react';
import { fromPromise } from 'xstate';
import { levelOne } from '../contract/broker-login/routes.ts';
import { brokerChoiceMachine, type Way } from './broker-choice.machine.ts';
import { useSessionApi } from './session.ts';

export interface Leaving {
  /** The broker's address, on our host or another. */
  to: string;
  brokerId: number;
}

/**
 * Asks for the address of the chosen broker, or at once for that of the broker to `begin` with, and says when to go there.
 * `busy` is the broker whose page is being opened.
 */
export function useBrokerChoice(onLeave: (leaving: Leaving) => void, begin: number | null = null): { choose: (brokerId: number) => void; busy: number | null } {
  const session = useSessionApi();
  const latest = useRef(onLeave);
  latest.current = onLeave;
  const machine = useMemo(
    () =>
      brokerChoiceMachine.provide({
        actors: {
          levelOne: fromPromise<Way, { brokerId: number }>(({ input, signal }) =>
            session.request(levelOne, { query: { broker_id: String(input.brokerId) } }, { signal }),
          ),
        },
      }),
    [session],
  );
  const [state, send, actor] = useMachine(machine);
  useEffect(() => {
    const leaving = actor.on('leaving', ({ to, brokerId }) => latest.current({ to, brokerId }));
    return () => leaving.unsubscribe();
  }, [actor]);
  useEffect(() => {
    if (begin !== null) send({ type: 'CHOOSE', brokerId: begin });
  }, [begin, send]);
  return { choose: (brokerId) => send({ type: 'CHOOSE', brokerId }), busy: state.matches('choosing') ? null : state.context.brokerId };
}
