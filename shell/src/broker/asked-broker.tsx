import { part } from '@vimarsh/shared/kit/part.tsx';
import { useSessionApi } from '@vimarsh/shared/kit/session.ts';
import { useEffect, useState } from 'react';
import { NotOpened } from '../frame/not-opened.tsx';

const BrokerDialog = part<{ to: string; onClose: () => void }>({
  what: 'The choice of a broker',
  load: () => import('./broker.dialog.tsx').then((dialog) => dialog.BrokerDialog),
  failure: ({ onClose }) => <NotOpened what="The choice of a broker" onClose={onClose} />,
});

/** Opens the broker selection when a page asks for a broker login. */
export function AskedBroker() {
  const session = useSessionApi();
  const [to, setTo] = useState<string | null>(null);
  useEffect(() => session.listen('broker-login.asked', (asked) => setTo(asked.to)), [session]);
  return to === null ? null : <BrokerDialog to={to} onClose={() => setTo(null)} />;
}
