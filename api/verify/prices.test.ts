import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RecordedEvent } from '@vimarsh/shared/domain/calls/ledger.ts';
import { afterAll, expect, test } from 'vitest';
import { legacyFile, type SampleRow, udiffFile } from '../src/market/files/sample-files.testing.ts';
import { readPriceFiles } from './src/price-files.ts';
import { judgeAgain } from './src/prices.ts';

const folder = mkdtempSync(join(tmpdir(), 'vimarsh-prices-'));
afterAll(() => rmSync(folder, { recursive: true }));

const row = (o: number, h: number, l: number, c: number): SampleRow => ({ symbol: 'TCS', o, h, l, c, prev: o });
/** Mon 16 to Fri 20 November 2026. Published on Monday; entered on Tuesday at 100; stopped on Thursday at 95. */
const DAYS: readonly (readonly [day: string, row: SampleRow])[] = [
  ['2026-11-16', row(104, 105, 103, 104)],
  ['2026-11-17', row(103, 103.5, 99, 101)],
  ['2026-11-18', row(101, 104, 98, 100)],
  ['2026-11-19', row(99, 99.5, 94, 94.5)],
  ['2026-11-20', row(94, 96, 93, 95)],
];
DAYS.forEach(([day, one], at) => {
  writeFileSync(join(folder, `${day}.csv`), at % 2 ? udiffFile(day, [one]) : legacyFile(day, [one, { ...one, series: 'BE', o: 1, h: 1, l: 1, c: 1 }]));
});
writeFileSync(join(folder, 'notes.txt'), 'no prices\n');

const event = (type: string, ts: string, payload: object, actor = 'engine'): RecordedEvent => ({
  type,
  ts,
  payload: payload as RecordedEvent['payload'],
  actor,
  call_id: 'call_1',
  expert_id: 'exp_01',
  n: 1,
  prev_hash: '',
  hash: '',
});
const publication = (change: object = {}) =>
  event(
    'publish',
    '2026-11-16T05:00:00.000Z',
    {
      ...{
        stock: 'TCS',
        call_type: 'Buy',
        term: 'shortTerm',
        entry_mode: 'limit',
        entry_low: 100,
        entry_high: 100,
        target: 110,
        stop_loss: 95,
        valid_till: '2026-12-10',
      },
      ...{ entry_until: '2026-11-19T10:00:00.000Z', expires_at: '2026-12-10T10:00:00.000Z' },
      ...change,
    },
    'exp_01',
  );
const ENTERED = event('entry_fill', '2026-11-17T06:10:00.000Z', { price: 100, basis: 'level' });
const STOPPED = event('sl_hit', '2026-11-19T08:00:00.000Z', { price: 95, basis: 'level' });
const { files, others } = readPriceFiles(folder);

test('a folder of the exchange’s files, in both layouts, is read by days; what is none is named', () => {
  expect([...files.keys()]).toEqual(DAYS.map(([day]) => day));
  expect(files.get('2026-11-16')!.get('TCS'), 'series EQ, not BE').toMatchObject({ open: 104, low: 103 });
  expect(others).toEqual([expect.stringContaining('notes.txt: ')]);
});

test('a call that ended as the files say is the same, whatever the minute', () => {
  expect(judgeAgain([publication(), ENTERED, STOPPED], files)).toEqual({ kind: 'same' });
});

test.each([
  [
    'a win where the stop-loss came first',
    [ENTERED, event('target_hit', '2026-11-18T08:00:00.000Z', { price: 110, basis: 'level' })],
    'target_hit, entered at ₹100.00 on 2026-11-17, ended at ₹110.00 on 2026-11-18',
  ],
  [
    'a better entry',
    [event('entry_fill', '2026-11-17T06:10:00.000Z', { price: 99, basis: 'level' }), STOPPED],
    'sl_hit, entered at ₹99.00 on 2026-11-17, ended at ₹95.00 on 2026-11-19',
  ],
  [
    'a later end',
    [ENTERED, event('sl_hit', '2026-11-20T05:00:00.000Z', { price: 95, basis: 'level' })],
    'sl_hit, entered at ₹100.00 on 2026-11-17, ended at ₹95.00 on 2026-11-20',
  ],
  ['an entry that never was', [event('lapsed', '2026-11-19T10:00:00.000Z', { reason: 'Entry window over' })], 'lapsed, never entered'],
])('%s differs, with both sides in words', (_, told, record) => {
  const files_ = 'sl_hit, entered at ₹100.00 on 2026-11-17, ended at ₹95.00 on 2026-11-19';
  expect(judgeAgain([publication(), ...told], files)).toEqual({ kind: 'differs', record, files: files_, unclear: false });
});

test('what its author did counts as it was written: a stop-loss moved before a day ends the call there', () => {
  const moved = event('tighten_sl', '2026-11-17T12:00:00.000Z', { stop_loss: 98.5, from: 95 }, 'exp_01');
  const stopped = event('sl_hit', '2026-11-18T06:00:00.000Z', { price: 98.5, basis: 'level' });
  expect(judgeAgain([publication(), ENTERED, moved, stopped], files)).toEqual({ kind: 'same' });
  expect(judgeAgain([publication(), ENTERED, moved, STOPPED], files)).toMatchObject({ kind: 'differs', record: expect.stringContaining('₹95.00') });
});

test('where a day reached both levels the call loses, and the line says that the file can’t tell', () => {
  const told = [
    event('entry_fill', '2026-11-17T06:10:00.000Z', { price: 100, basis: 'level' }),
    event('target_hit', '2026-11-18T08:00:00.000Z', { price: 104, basis: 'level' }),
  ];
  expect(judgeAgain([publication({ target: 104, stop_loss: 98 }), ...told], files)).toMatchObject({
    kind: 'differs',
    files: expect.stringContaining('sl_hit'),
    unclear: true,
  });
});

test('what the files can’t judge is left out, and why', () => {
  const left = (told: readonly RecordedEvent[], from = files) => judgeAgain(told, from);
  const intraday = publication({ term: 'intraday' });
  expect(left([intraday, ENTERED, STOPPED])).toEqual({ kind: 'left', why: 'end-of-day files do not judge intraday calls' });
  expect(left([publication(), ENTERED])).toEqual({ kind: 'left', why: 'it is open' });
  expect(left([publication(), event('cancelled', '2026-11-16T06:00:00.000Z', { reason: 'x' }, 'exp_01')])).toMatchObject({
    kind: 'left',
    why: expect.stringContaining('cancelled'),
  });
  const holes = new Map([...files].filter(([day]) => day !== '2026-11-18'));
  expect(left([publication(), ENTERED, STOPPED], holes)).toEqual({ kind: 'left', why: 'there is no file of 2026-11-18' });
});
