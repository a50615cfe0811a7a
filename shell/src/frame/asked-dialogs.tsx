import { part } from '@vimarsh/shared/kit/part.tsx';
import { useSessionApi } from '@vimarsh/shared/kit/session.ts';
import { type ComponentType, type ReactNode, useLayoutEffect, useState } from 'react';
import { NotOpened } from './not-opened.tsx';

/** A dialog whose code is loaded when it is asked for. */
const dialog = <P extends { onClose: () => void }>(what: string, load: () => Promise<ComponentType<P>>) =>
  part<P>({ what, load, failure: ({ onClose }, _, late) => <NotOpened what={what} late={late} onClose={onClose} /> });

const AlertDialog = dialog('Your alerts', () => import('../alerts/alert.dialog.tsx').then((file) => file.AlertDialog));
const BrokerDialog = dialog('The choice of a broker', () => import('../broker/broker.dialog.tsx').then((file) => file.BrokerDialog));
const DemoDialog = dialog('The booking of a demo', () => import('../booking/booking.dialog.tsx').then((file) => file.DemoDialog));
const PaidDialog = dialog('The note about plans', () => import('../paid/paid-feature.dialog.tsx').then((file) => file.PaidFeatureDialog));

/** Opens the dialogs of the whole app when a page asks for them. */
export function AskedDialogs() {
  const session = useSessionApi();
  const [open, setOpen] = useState<ReactNode>(null);
  // Before anybody can see the frame: who presses then would read that the window has not loaded.
  useLayoutEffect(() => {
    const onClose = () => setOpen(null);
    const unheard = [
      session.listen('alert.asked', ({ symbol }) => session.snapshot().signedIn && setOpen(<AlertDialog symbol={symbol} onClose={onClose} />)),
      session.listen('broker-login.asked', ({ to }) => setOpen(<BrokerDialog to={to} onClose={onClose} />)),
      session.listen('demo-booking.asked', () => session.snapshot().signedIn && setOpen(<DemoDialog onClose={onClose} />)),
      session.listen(
        'paid-feature.asked',
        // Customers of a broker without plans never read of one (S5-SHOW-05).
        (asked) => session.snapshot().userType.userSubType !== 'brokerWithoutPlans' && setOpen(<PaidDialog {...asked} onClose={onClose} />),
      ),
    ];
    return () => {
      for (const end of unheard) end();
    };
  }, [session]);
  return open;
}
