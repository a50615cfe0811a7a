import type { Call } from '../../contract/calls/types.ts';
import type { ChartLevel, LevelTone } from '../charts/chart.types.ts';

/** Lines of a call: stop-loss, targets, and the price it was entered at, or until then the entry (both ends of a range). */
export function chartLevels(call: Pick<Call, 'stop_loss' | 'entry_low' | 'entry_high' | 'entry_fill' | 'target_price' | 'target2' | 'target3'>): ChartLevel[] {
  const line = (key: string, label: string, value: number | null, tone: LevelTone): ChartLevel[] => (value === null ? [] : [{ key, label, value, tone }]);
  const range = call.entry_low !== call.entry_high;
  return [
    ...line('target', 'Target', call.target_price, 'gain'),
    ...line('target2', 'Target 2', call.target2, 'gain'),
    ...line('target3', 'Target 3', call.target3, 'gain'),
    ...(call.entry_fill
      ? line('entered', 'Entered', call.entry_fill.price, 'neutral')
      : [
          ...line('entry_low', range ? 'Entry from' : 'Entry', call.entry_low, 'neutral'),
          ...(range ? line('entry_high', 'Entry to', call.entry_high, 'neutral') : []),
        ]),
    ...line('stop_loss', 'Stop-loss', call.stop_loss, 'loss'),
  ];
}
