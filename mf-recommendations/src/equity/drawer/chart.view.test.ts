import { aDetail } from '@vimarsh/shared/contract/calls/call.testing.ts';
import { expect, test } from 'vitest';
import { chartMarkers, chartSpan } from './chart.view.ts';

test.each([
  ['shortTerm', '2026-11-18T05:00:00.000Z', null, { from: '2026-10-04', to: '2026-11-20', interval: '1d' }],
  ['intraday', '2026-11-18T05:00:00.000Z', '2026-11-18T09:30:00.000Z', { from: '2026-11-17', to: '2026-11-18', interval: '5m' }],
  ['intraday', '2026-03-02T05:00:00.000Z', '2026-03-02T09:30:00.000Z', { from: '2026-01-16', to: '2026-03-12', interval: '1d' }],
  ['shortTerm', '2026-11-10T19:00:00.000Z', '2026-11-16T05:00:00.000Z', { from: '2026-09-27', to: '2026-11-20', interval: '1d' }],
] as const)('%s published %s, ended %s', (term, published_at, ended, span) => {
  expect(chartSpan({ term, published_at, exit: ended ? { price: 1, ts: ended, reason: '' } : null }, '2026-11-20')).toEqual(span);
});

test('markers show what happened; notes stay in the timeline', () => {
  const call = aDetail();
  const note = { ...call.events[0]!, n: 3, type: 'note' as const, payload: { note: 'x' } };
  expect(chartMarkers({ events: [...call.events, note] }).map(({ label }) => label)).toEqual(['Published', 'Entry reached at ₹3,000.00']);
  const ended = { ...note, type: 'sl_hit' as const, payload: { price: 2925 } };
  const adjusted = { ...note, type: 'tighten_sl' as const, payload: { stop_loss: 2950 } };
  expect(chartMarkers({ events: [...call.events, adjusted, ended] }).map(({ short }) => short)).toEqual(['Published', 'Entered', undefined, 'Ended']);
});
