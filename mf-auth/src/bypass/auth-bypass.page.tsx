import { LOGIN } from '@vimarsh/shared/domain/routing/places.ts';
import { Link, usePath } from '@vimarsh/shared/kit/router.tsx';
import { useSession } from '@vimarsh/shared/kit/session.ts';
import { Button } from '@vimarsh/shared/ui/fields/button.tsx';
import { useEffect, useState } from 'react';
import { BrandColumn } from '../brand/brand-column.tsx';
import { BrokerReturn } from '../login/brokers/broker-return.tsx';
import { useBrokerLogin } from '../login/brokers/use-broker-login.ts';
import { readLoginQuery } from '../login/login-query.ts';
import { useSignedIn } from '../login/use-signed-in.ts';

/**
 * Bypass login: a partner's own site has signed its customer in and hands them over with a token that works once, for a
 * minute. Without a token, or when it is refused, the page says why and offers a link to the partner. It never redirects by
 * itself, so nothing loops.
 */
export function Page() {
  const { environment, selectedBroker } = useSession();
  const { query } = usePath();
  const [{ handed, brokerId }] = useState(() => readLoginQuery(query, location.href));
  const [refused, setRefused] = useState(handed === null);
  const signedIn = useSignedIn({ busy: !refused });
  const { choose, busy } = useBrokerLogin();
  useEffect(() => {
    // The token is removed from the address before anything else can read it.
    if (handed) history.replaceState(null, '', location.pathname);
  }, [handed]);
  const broker = environment?.brokerId ?? brokerId ?? selectedBroker ?? 0;
  const partner = environment?.utm_source ?? 'your broker';

  if (!refused) {
    return (
      <BrandColumn title={`Signing you in with ${partner}…`}>
        <BrokerReturn
          arrival={{ brokerId: broker, handed, sio: false, url: handed?.url ?? '' }}
          onSignedIn={(answer) => signedIn(answer, 'broker', { bypass: true })}
          onMoved={() => setRefused(true)}
          onRefused={() => setRefused(true)}
        />
      </BrandColumn>
    );
  }
  return (
    <BrandColumn title={`Log in with ${partner}`}>
      <p>{handed ? `This sign-in from ${partner} did not work. Nobody was signed in.` : `${partner} signs you in on its own site and brings you back here.`}</p>
      {environment ? (
        <Button kind="primary" busy={busy !== null} onClick={() => choose(broker)}>
          Continue to {partner}
        </Button>
      ) : (
        <p>
          Open Vimarsh from your broker’s site, or <Link to={LOGIN}>log in here</Link>.
        </p>
      )}
    </BrandColumn>
  );
}
