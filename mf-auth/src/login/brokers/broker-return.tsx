import { levelTwo, shareIndiaRedirect } from '@vimarsh/shared/contract/broker-login/routes.ts';
import { useSession } from '@vimarsh/shared/kit/session.ts';
import type { LoginAnswer } from '@vimarsh/shared/session';
import { Button } from '@vimarsh/shared/ui/fields/button.tsx';
import { Loader } from '@vimarsh/shared/ui/page/loader.tsx';
import { useActorRef } from '@xstate/react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { fromPromise } from 'xstate';
import * as z from 'zod/mini';
import { formCss } from '../form.css.ts';
import type { Handed } from '../login-query.ts';
import { brokerReturnMachine, type Return, type Shared } from './broker-return.machine.ts';

interface Props {
  arrival: Return;
  onSignedIn: (answer: LoginAnswer) => void;
  /** The address of ours to continue at. */
  onMoved: (to: string) => void;
  onRefused: () => void;
}

const newcomer = z.object({ user_id: z.string(), profile_data: z.object({ full_name: z.string() }) });

/**
 * The step between a broker's page and ours: the returned token is exchanged once. A link can carry anybody's token, so who is
 * signed in here as somebody else is asked before anything of theirs is replaced.
 */
export function BrokerReturn({ arrival, ...endings }: Props) {
  const session = useSession();
  const [asked, setAsked] = useState<{ name: string; answer: LoginAnswer } | null>(null);
  const arrived = (answer: LoginAnswer) => {
    const user = session.signedIn ? session.user : null;
    const { data: other } = newcomer.safeParse(answer.extras);
    if (user && other && other.user_id !== user.id) setAsked({ name: other.profile_data.full_name || 'somebody else', answer });
    else endings.onSignedIn(answer);
  };
  const latest = useRef({ ...endings, arrived });
  latest.current = { ...endings, arrived };
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
      actor.on('signedIn', ({ answer }) => latest.current.arrived(answer)),
      actor.on('moved', ({ to }) => latest.current.onMoved(to)),
      actor.on('refused', () => latest.current.onRefused()),
    ];
    // With nothing to exchange the machine ends before anyone can subscribe.
    if (actor.getSnapshot().matches('refused')) latest.current.onRefused();
    return () => {
      for (const one of subscriptions) one.unsubscribe();
    };
  }, [actor]);
  if (asked) {
    const present = session.user?.full_name || 'somebody else';
    return (
      <div css={formCss}>
        <p role="alert">
          You are signed in as {present}. Continue as {asked.name} from {session.environment?.utm_source ?? 'your broker'}?
        </p>
        <Button kind="primary" onClick={() => endings.onRefused()}>
          Stay signed in as {present}
        </Button>
        <Button onClick={() => endings.onSignedIn(asked.answer)}>Continue as {asked.name}</Button>
      </div>
    );
  }
  return (
    <p role="status">
      <Loader label="Signing you in…" />
    </p>
  );
}
