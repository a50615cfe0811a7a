import { aCall } from '@vimarsh/shared/contract/calls/call.testing.ts';
import { expect, test } from 'vitest';
import { callMarks, callName, drawable, endedName, firstDrawn, fits, levelsOf } from './drawn-calls.ts';

const candle = (t: string, at: number) => ({ t, o: at, h: at * 1.01, l: at * 0.99, c: at, v: 1 });
const candles = [candle('2026-11-16T03:45:00.000Z', 2990), candle('2026-11-18T03:45:00.000Z', 3000), candle('2026-11-19T03:45:00.000Z', 3010)];
const ended = aCall({
  status: 'sl_hit',
  stop_loss: 2960,
  exit: { price: 2960, ts: '2026-11-19T05:00:00.000Z', reason: '' },
  ended_at: '2026-11-19T05:00:00.000Z',
  realised_return: -1.33,
});

const bonus = [{ day: '2026-11-19', ratio: 1.2 }];
const entered = { published_at: '2026-11-10T05:00:00.000Z', entry_fill: { price: 3000, ts: '2026-11-10T05:02:00.000Z' } };
test.each([
  ['it ended the day before a bonus of one for five', { ...entered, ended_at: '2026-11-18T09:00:00.000Z' }, bonus, false],
  ['it ended on the day of the bonus, at its new prices', { ...entered, ended_at: '2026-11-19T05:00:00.000Z' }, bonus, true],
  ['it is open and went by the bonus', { ...entered, ended_at: null }, bonus, true],
  ['it lapsed before the bonus', { ...entered, entry_fill: null, ended_at: '2026-11-18T10:00:00.000Z' }, bonus, false],
  ['the bonus cancelled it before its entry', { ...entered, entry_fill: null, ended_at: '2026-11-19T03:45:00.000Z' }, bonus, false],
  ['the bonus was before it', { ...entered, ended_at: '2026-11-18T09:00:00.000Z' }, [{ day: '2026-11-10', ratio: 1.2 }], true],
  ['a bonus comes into force before its levels went by it', { ...entered, ended_at: null }, [{ day: '2026-11-21', ratio: 2 }], false],
  ['nothing changed the share count', { ...entered, ended_at: '2026-11-18T09:00:00.000Z' }, [], true],
])('%s: its levels fit the candles, or not', (_, call, changes, drawn) => expect(fits(call, changes, '2026-11-20')).toBe(drawn));

test('what ended before the first candle is not drawn; what is open always is', () => {
  const before = { ...ended, ended_at: '2026-11-13T05:00:00.000Z' };
  expect(drawable([aCall(), ended, before], candles)).toEqual([aCall(), ended]);
});

test('a call that ended keeps its published stop-loss and shows where it was left, in the tone of its result', () => {
  expect(levelsOf(aCall()).map(({ key }) => key)).toEqual(['target', 'entered', 'stop_loss']);
  const levels = levelsOf(ended);
  expect(levels.find(({ key }) => key === 'stop_loss')).toMatchObject({ value: 2925 });
  expect(levels.map(({ label }) => label)).toEqual(['Past target', 'Entered', 'Past stop', 'Exit']);
  expect(levels.at(-1)).toEqual({ key: 'exit', label: 'Exit', value: 2960, tone: 'loss' });
});

test('every call is marked where it was published and where it ended; only the chosen one is named above the plot', () => {
  const other = { ...ended, id: 'call_2' };
  const marks = callMarks([aCall(), other], 'call_2');
  expect(marks.map(({ short }) => short)).toEqual([undefined, 'Published', 'Ended']);
  expect(marks.at(-1)!.label).toBe('Buy call by Ananya Rao-Kulkarni ended: Stop-loss reached');
});

test('a call among others is told by what it says, who says it and whether it is open', () => {
  expect(callName(aCall())).toBe('Buy · Short term · Ananya Rao-Kulkarni · open');
  expect(callName(ended)).toBe('Ended 19 Nov 2026 · Buy · Short term · Ananya Rao-Kulkarni');
  expect(callName({ ...ended, status: 'lapsed', entry_fill: null, exit: null })).toBe(
    'Ended 19 Nov 2026, not triggered · Buy · Short term · Ananya Rao-Kulkarni',
  );
});

test('of a call that ended it is told when, and that it never was entered', () => {
  const ended_at = '2026-11-12T10:00:00.000Z';
  expect(endedName({ status: 'lapsed', ended_at })).toBe('Ended 12 Nov 2026, not triggered');
  expect(endedName({ status: 'expired', ended_at })).toBe('Ended 12 Nov 2026');
});

test('an open call is drawn first, wherever it stands; where none is open, none', () => {
  const lapsed = aCall({ id: 'call_3', call_type: 'Sell', status: 'lapsed', entry_fill: null, ended_at: '2026-11-19T10:00:00.000Z' });
  expect(firstDrawn([lapsed, ended])).toBeUndefined();
  expect(firstDrawn([lapsed, aCall(), ended])?.id).toBe(aCall().id);
  expect(firstDrawn([aCall({ status: 'awaiting_entry', entry_fill: null })])).toBeDefined();
});
