import { completeGoogle, signInWithSocial } from '@vimarsh/shared/contract/social/routes.ts';
import { useSessionApi } from '@vimarsh/shared/kit/session.ts';
import type { Envelope, LoginAnswer } from '@vimarsh/shared/session';
import { Loader } from '@vimarsh/shared/ui/page/loader.tsx';
import { useActorRef } from '@xstate/react';
import { useEffect, useMemo, useRef } from 'react';
import { fromPromise } from 'xstate';
import type { Setting } from '../login.api.ts';
import { socialBody } from './google.api.ts';
import { googleReturnMachine, type Identity } from './google-return.machine.ts';

interface Props {
  /** The whole address Google sent the browser to. */
  url: string;
  setting: Setting;
  onSignedIn: (answer: LoginAnswer) => void;
  onRefused: () => void;
}

/** The step between Google's page and ours. */
export function GoogleReturn({ url, setting, ...endings }: Props) {
  const session = useSessionApi();
  const latest = useRef({ endings, setting });
  latest.current = { endings, setting };
  const machine = useMemo(
    () =>
      googleReturnMachine.provide({
        actors: {
          confirm: fromPromise<Envelope<Identity>, { url: string }>(({ input }) => session.request(completeGoogle, { body: { url: input.url } })),
          signIn: fromPromise<LoginAnswer, Identity>(({ input }) => session.request(signInWithSocial, { body: socialBody(input, latest.current.setting) })),
        },
      }),
    [session],
  );
  const actor = useActorRef(machine, { input: { url } });
  useEffect(() => {
    const signedIn = actor.on('signedIn', ({ answer }) => latest.current.endings.onSignedIn(answer));
    const refused = actor.on('refused', () => latest.current.endings.onRefused());
    return () => {
      signedIn.unsubscribe();
      refused.unsubscribe();
    };
  }, [actor]);
  return (
    <p role="status">
      <Loader label="Signing you in…" />
    </p>
  );
}
