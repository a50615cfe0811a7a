import { useSessionApi } from '@vimarsh/shared/kit/session.ts';
import { useEffect, useState } from 'react';
import { Lazy } from '../frame/lazy.tsx';

/** Opens the broker selection when a page asks for a broker login. */
export function AskedBroker() {
  const session = useSessionApi();
  const [to, setTo] = useState<string | null>(null);
  useEffect(() => session.listen('broker-login.asked', (asked) => setTo(asked.to)), [session]);
  const close = () => setTo(null);
  const failed = () => {
    close();
    session.notify({ kind: 'error', title: 'Could not open the brokers', text: 'Try again.', ms: 3000 });
  };
  if (to === null) return null;
  return <Lazy load={() => import('./broker.dialog.tsx').then(({ BrokerDialog }) => BrokerDialog)} onFail={failed} props={{ to, onClose: close }} />;
}
