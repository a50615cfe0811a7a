import { useSessionApi } from '@vimarsh/shared/kit/session.ts';
import { IconButton } from '@vimarsh/shared/ui/fields/icon-button.tsx';
import Bell from 'lucide-react/icons/bell';
import { useEffect } from 'react';

/** Opens the alerts on the row's stock or index, where one is set. */
export function AlertButton({ symbol, name }: { symbol: string; name: string }) {
  const session = useSessionApi();
  const ask = () => {
    if (!session.emit('alert.asked', { symbol }))
      session.notify({ kind: 'error', title: 'Your alerts could not be opened', text: 'Try again in a moment.', ms: 3000 });
  };
  return (
    <IconButton label={`Alerts for ${name}`} onClick={ask}>
      <Bell size={16} aria-hidden="true" />
    </IconButton>
  );
}

/** Asks for the rows' figures again once an alert was set, paused or removed: they say what is told of each row. */
export function useWhenAlertsChange(ask: () => void): void {
  const session = useSessionApi();
  useEffect(() => session.listen('alerts.changed', ask), [session, ask]);
}
