import { levelTwo, shareIndiaRedirect } from '@vimarsh/shared/contract/broker-login/routes.ts';
import { useSessionApi } from '@vimarsh/shared/kit/session.ts';
import type { LoginAnswer } from '@vimarsh/shared/session';
import { Loader } from '@vimarsh/shared/ui/loader.tsx';
import { useActorRef } from '@xstate/react';
import { useEffect, useMemo, useRef } from 'react';
import { fromPromise } from 'xstate';
import type { Handed } from '../login-query.ts';
import { brokerReturnMachine, type Return, type Shared } from './broker-return.machine.ts';

interface Props {
  arrival: Return;
  onSignedIn: (answer: LoginAnswer) => void;
  /** The address of ours to continue at. */
  onMoved: (to: string) => void;
  onRefused: () => void;
}

/** The step between a broker's page and ours: the returned token is exchanged once. */
export function BrokerReturn({ arrival, ...endings }: Props) {
  const session = useSessionApi();
  const latest = useRef(endings);
  latest.current = endings;
  const machine = useMemo(
    () =>
      brokerReturnMachine.provide({
        actors: {
          share: fromPromise<Shared, { url: string }>(({ input }) => session.request(shareIndiaRedirect, { body: input }, { quiet: true })),
          levelTwo: fromPromise<LoginAnswer, { brokerId: number; handed: Handed }>(({ input: { brokerId, handed } }) =>
            session.request(levelTwo, { body: { broker_id: brokerId, token_id: handed.token, url: handed.url, profession: 'RETAIL_INVESTOR' } }),
          ),
        },
      }),
    [session],
  );
  const actor = useActorRef(machine, { input: arrival });
  useEffect(() => {
    const subscriptions = [
      actor.on('signedIn', ({ answer }) => latest.current.onSignedIn(answer)),
      actor.on('moved', ({ to }) => latest.current.onMoved(to)),
      actor.on('refused', () => latest.current.onRefused()),
    ];
    // With nothing to exchange the machine ends before anyone can subscribe.
    if (actor.getSnapshot().matches('refused')) latest.current.onRefused();
    return () => {
      for (const one of subscriptions) one.unsubscribe();
    };
  }, [actor]);
  return (
    <p role="status">
      <Loader label="Signing you in…" />
    </p>
  );
}
