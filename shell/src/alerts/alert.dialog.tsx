import { Dialog } from '@vimarsh/shared/ui/floats/dialog.tsx';
import { AlertsPanel } from './alerts.panel.tsx';

/** A new alert on a stock or index, and those that are set on it. */
export function AlertDialog({ symbol, onClose }: { symbol: string; onClose: () => void }) {
  return (
    <Dialog open onClose={onClose} title={`Alerts on ${symbol}`}>
      <AlertsPanel symbol={symbol} />
    </Dialog>
  );
}
