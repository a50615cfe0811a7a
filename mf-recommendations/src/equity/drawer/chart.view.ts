import type { Call, CallDetail } from '@vimarsh/shared/contract/calls/types.ts';
import { addDays, istDay } from '@vimarsh/shared/domain/market/calendar.ts';
import type { ChartMarker, LevelTone } from '@vimarsh/shared/ui/charts/chart.types.ts';
import { timelineItem } from './timeline.view.ts';

/** Calendar days shown before the publication and after the end. */
const BEFORE = { intraday: 1, shortTerm: 45, mediumTerm: 120, longTerm: 365 } as const;
const AFTER = 10;

/** The IST days and interval of a call's chart; `today` is the last day with prices. */
export function chartSpan(call: Pick<Call, 'published_at' | 'exit' | 'term'>, today: string): { from: string; to: string; interval: '1d' | '5m' } {
  const published = istDay(new Date(call.published_at));
  // Five-minute prices exist only for the most recent sessions.
  const fine = call.term === 'intraday' && published >= addDays(today, -45);
  const end = call.exit ? addDays(istDay(new Date(call.exit.ts)), fine ? 0 : AFTER) : today;
  const days = fine ? 1 : call.term === 'intraday' ? BEFORE.shortTerm : BEFORE[call.term];
  return { from: addDays(published, -days), to: end > today ? today : end, interval: fine ? '5m' : '1d' };
}

const NAMED: Partial<Record<string, string>> = {
  publish: 'Published',
  entry_fill: 'Entered',
  target_hit: 'Ended',
  sl_hit: 'Ended',
  exited: 'Ended',
  expired: 'Ended',
  lapsed: 'Ended',
  cancelled: 'Ended',
  unjudged: 'Ended',
};

/** Publication, entry and end as markers on the time axis, with their names; other events without. */
export function chartMarkers(call: Pick<CallDetail, 'events'>): ChartMarker[] {
  const tones: Partial<Record<string, LevelTone>> = { target_hit: 'gain', sl_hit: 'loss', publish: 'accent' };
  return call.events
    .filter((event) => event.type !== 'note' && event.type !== 'exit_request' && event.type !== 'admin_flag')
    .map((event) => ({ t: event.ts, label: timelineItem(event).title, short: NAMED[event.type], tone: tones[event.type] ?? 'neutral' }));
}
