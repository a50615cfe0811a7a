import { expect, test } from 'vitest';
import { type DatedFact, type KnownInstruments, NOTHING_KNOWN } from '../instruments/known-instruments.ts';
import { sampleIsin } from '../instruments/sample-lists.testing.ts';
import { LiveWorld } from './live-world.testing.ts';

const NEWCO = sampleIsin(301);
const FACT: Omit<DatedFact, 'symbol' | 'day'> = {
  ...{ layout: 'securities', series: 'EQ', isin: NEWCO, name: 'New Company Limited', industry: null, cap: null, face_value: null, tick: 0.05, band: 10 },
  ...{ listed_from: null, status: null, ended_on: null, why: null },
};
const listing = (...facts: readonly DatedFact[]): KnownInstruments => ({ ...NOTHING_KNOWN, shares: ['NEWCO'], isins: new Map([[NEWCO, 'NEWCO']]), facts });
const listed = (day: string, said: Partial<DatedFact> = {}): DatedFact => ({ ...FACT, symbol: 'NEWCO', day, ...said });
const lastLine = (world: LiveWorld): readonly string[] => world.lines.at(-1)!;
const at = (time: string): Date => new Date(`2026-11-${time}:00Z`);

test('a share that a list brings has a line before the next session, under the symbol and with the lot of the day', async () => {
  const world = await LiveWorld.open(at('20T03:00'));
  expect(lastLine(world)).toContain('INFY');
  expect(lastLine(world)).not.toContain('NEWCO');
  // A list that comes in the session counts from the next.
  world.now = at('20T05:00');
  world.line.send([]);
  world.lists = listing(listed('2026-11-20'));
  world.imported();
  await world.settled();
  expect(lastLine(world)).not.toContain('NEWCO');
  world.now = at('22T20:00');
  await world.settled();
  expect([world.lines.length, lastLine(world).includes('NEWCO')]).toEqual([2, true]);
  // The share is renamed with Tuesday, and one of the built-in shares with it.
  world.lists = {
    ...world.lists,
    symbolChanges: [
      { company: '', old_symbol: 'NEWCO', new_symbol: 'NEWNAME', day: '2026-11-24' },
      { company: '', old_symbol: 'TCS', new_symbol: 'TATACS', day: '2026-11-24' },
    ],
  };
  world.imported();
  await world.settled();
  expect(world.lines.length).toBe(2);
  world.now = at('23T20:00');
  await world.settled();
  expect(world.lines.length).toBe(3);
  expect(lastLine(world)).toEqual(expect.arrayContaining(['INFY', 'NEWCO as NEWNAME', 'TCS as TATACS']));
  await world.feed.stop();
});

test('a share that was taken off the exchange’s list is not expected of the broker any more; one that is suspended may trade again', async () => {
  const world = await LiveWorld.open(at('19T03:00'));
  const bar = { day: '2026-11-18', o: 100, h: 101, l: 99, c: 100, v: 1, prev_close: 100 };
  world.lists = { ...listing(listed('2026-11-02')), shares: ['NEWCO', 'HALTED'], isins: new Map([[NEWCO, 'NEWCO']]) };
  world.importDay({ NEWCO: bar, HALTED: bar, INFY: bar });
  world.importDay({ INFY: { ...bar, day: '2026-11-19' } });
  await world.settled();
  expect(lastLine(world)).toEqual(expect.arrayContaining(['NEWCO', 'HALTED']));
  const gone = { status: 'delisted', ended_on: '2026-11-19', why: 'list' } as const;
  const suspended: DatedFact = { ...FACT, isin: null, symbol: 'HALTED', day: '2026-11-19', status: 'suspended', why: 'list' };
  world.lists = { ...world.lists, facts: [listed('2026-11-02'), listed('2026-11-19', gone), suspended] };
  world.imported();
  world.now = at('20T02:00');
  await world.settled();
  expect(lastLine(world)).toContain('HALTED');
  expect(lastLine(world)).not.toContain('NEWCO');
  await world.feed.stop();
});

test('last prices of the day before, which a broker sends on connecting, are no sign of a clock that is wrong', async () => {
  const world = await LiveWorld.open(at('20T03:00'));
  const before = at('19T10:00').getTime();
  const last = ['INFY', 'TCS'].map((symbol) => ({ symbol, price: 100, volume: 9, day: null, previousClose: null, depth: null, at: before, arrived: 0 }));
  for (let connected = 0; connected < 30; connected++) world.line.send(last);
  await world.feed.refresh();
  expect(world.feed.remarks()).toEqual([]);
  for (const second of [-5, 0, 5, 10]) {
    world.now = new Date(at('20T03:45').getTime() + second * 1000);
    world.line.send(second < 0 ? [] : last.map((tick) => ({ ...tick, at: world.now.getTime() })));
    await world.feed.refresh();
  }
  expect(world.feed.complete('INFY', world.now)).toMatchObject({ until: new Date(at('20T03:45').getTime() + 7000), because: null });
  await world.feed.stop();
});

test('a day of the feed belongs to the share that carried the symbol, under the name that it traded as', async () => {
  const world = await LiveWorld.open(at('20T03:00'));
  world.lists = { ...NOTHING_KNOWN, symbolChanges: [{ company: '', old_symbol: 'TCS', new_symbol: 'TATACS', day: '2026-11-20' }] };
  world.importDay({ TCS: { day: '2026-11-19', o: 3900, h: 3910, l: 3890, c: 3905, v: 1, prev_close: 3900 } });
  await world.settled();
  const tick = { price: 3910, volume: 5, day: null, previousClose: 3905, depth: null };
  for (let second = 0; second < 22_600; second += 10) {
    world.now = new Date(at('20T03:45').getTime() + second * 1000);
    world.line.send([{ symbol: 'TCS', ...tick, at: world.now.getTime(), arrived: world.now.getTime() }]);
    await world.feed.refresh();
  }
  world.now = at('20T11:00');
  world.line.send([]);
  await world.settled();
  world.now = at('23T03:00');
  await world.settled();
  expect(world.feed.hasDay('2026-11-20')).toBe(true);
  expect((await world.feed.history('TCS', '2026-11-19', '2026-11-20')).map(({ day, c }) => [day, c])).toEqual([
    ['2026-11-19', 3905],
    ['2026-11-20', 3910],
  ]);
  expect(world.feed.otherNames()).toContainEqual({ name: 'TATACS', symbol: 'TCS', from: '2026-11-20' });
  await world.feed.stop();
});
