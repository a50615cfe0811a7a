import { css } from '@emotion/react';
import { brokerList } from '@vimarsh/shared/contract/partners/routes.ts';
import type { Broker } from '@vimarsh/shared/contract/partners/types.ts';
import { filterBrokers, visibleBrokers } from '@vimarsh/shared/domain/partners/brokers.ts';
import { useBrokerChoice } from '@vimarsh/shared/kit/broker-choice.ts';
import { useSessionApi } from '@vimarsh/shared/kit/session.ts';
import { BrokerList } from '@vimarsh/shared/ui/fields/broker-list.tsx';
import { Dialog } from '@vimarsh/shared/ui/floats/dialog.tsx';
import { useEffect, useState } from 'react';

const stackCss = css`
  display: grid;
  gap: var(--s-12);
`;

/** Brokers a signed-in user may log in with: those with trading whose accounts are not ours. Null if they could not be loaded. */
function useTradingBrokers(): { brokers: readonly Broker[] | undefined | null; retry: () => void } {
  const session = useSessionApi();
  const [brokers, setBrokers] = useState<readonly Broker[] | null>();
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt requests it again.
  useEffect(() => {
    const stop = new AbortController();
    setBrokers(undefined);
    void session.request(brokerList, {}, { quiet: true, signal: stop.signal }).then(({ data }) => {
      if (!stop.signal.aborted) setBrokers(data && filterBrokers(visibleBrokers(data, { signedIn: true }), { hideOwnAuth: true }));
    });
    return () => stop.abort();
  }, [session, attempt]);
  return { brokers, retry: () => setAttempt((last) => last + 1) };
}

interface Props {
  /** Path to continue at after the broker's login. */
  to: string;
  onClose: () => void;
}

/**
 * For a page that needs a broker login: the user chooses a broker, is signed out here and logs in there (S2.6-DLG-05). The
 * user stays signed in until the broker's address is known.
 */
export function BrokerDialog({ to, onClose }: Props) {
  const session = useSessionApi();
  const { brokers, retry } = useTradingBrokers();
  const { choose, busy } = useBrokerChoice((leaving) => {
    // Users of a broker with its own site stay there; the others come back here.
    const ownSite = brokers?.find(({ id }) => id === leaving.brokerId)?.redirection_url;
    void session.signOut({ to: leaving.to, ...(!ownSite && { next: { broker: leaving.brokerId, route: to } }) });
  });
  return (
    <Dialog open onClose={onClose} title="Choose your broker">
      <div css={stackCss}>
        <p>You will be signed out here and log in with the broker you choose. A broker with its own site opens there.</p>
        <BrokerList boxed brokers={brokers} onRetry={retry} busy={busy} onChoose={choose} />
      </div>
    </Dialog>
  );
}
