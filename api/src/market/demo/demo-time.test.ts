import type { DemoTimeChange } from '@vimarsh/shared/contract/market/time-control.ts';
import { istInstant, phaseAt } from '@vimarsh/shared/domain/market/calendar.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DemoTime, type DemoTimeStore } from './demo-time.ts';

const MINUTE = 60_000;
const SATURDAY_NIGHT = istInstant('2026-11-28', '22:40').getTime();
const said = (at: Date): string => new Date(at.getTime() + 5.5 * 60 * MINUTE).toISOString().slice(0, 19).replace('T', ' ');

/** A machine with a wall clock that a test moves, and what its database keeps. */
function machine(start: number) {
  let mark: Date | null = null;
  const writes: Date[] = [];
  const store: DemoTimeStore = {
    read: async () => mark,
    write: async (to) => {
      writes.push(to);
      if (!mark || to > mark) mark = to;
    },
    end: async (from, to) => {
      if (mark?.getTime() === from.getTime()) mark = to;
    },
  };
  const open = async (signed: Date | null = null): Promise<DemoTime> => {
    const time = await DemoTime.open({ store, signed, wall: () => world.wall });
    await time.beat();
    return time;
  };
  const world = { wall: start, store, writes, open };
  return world;
}

test('on a Saturday night it stands at Monday, 10:00, and goes on from there at real speed', async () => {
  const world = machine(SATURDAY_NIGHT);
  const time = await world.open();
  expect(said(time.now())).toBe('2026-11-30 10:00:00');
  expect(time.demo).toEqual({ held: false, by: null, since: null });
  for (let second = 0; second < 600; second++) {
    world.wall += 1000;
    await time.beat();
  }
  expect(said(time.now())).toBe('2026-11-30 10:10:00');
  expect(world.writes.length, 'a mark every few seconds, not each').toBeLessThan(90);
});

test('who only looks writes nothing, and sees the time stand', async () => {
  const world = machine(SATURDAY_NIGHT);
  const time = await DemoTime.open({ store: world.store, signed: null, wall: () => world.wall });
  world.wall += MINUTE;
  expect(said(time.now())).toBe('2026-11-30 10:00:00');
  await time.end();
  expect([world.writes, await world.store.read()]).toEqual([[], null]);
});

test('an orderly end goes on from the second it ended at, a kill from the mark, and what is signed is never gone behind', async () => {
  const world = machine(SATURDAY_NIGHT);
  const first = await world.open();
  world.wall += 5000;
  await first.end();
  world.wall += 3 * 60 * MINUTE;
  expect(said(first.now())).toBe('2026-11-30 10:00:05');
  const second = await world.open();
  expect(said(second.now())).toBe('2026-11-30 10:00:05');
  // Killed: nobody ended it.
  world.wall += 4000;
  const shown = second.now();
  const third = await world.open();
  expect(third.now().getTime()).toBeGreaterThanOrEqual(shown.getTime());
  expect(third.now().getTime() - shown.getTime()).toBeLessThanOrEqual(15_000);
  const signed = istInstant('2026-12-02', '11:00');
  expect((await world.open(signed)).now()).toEqual(signed);
});

test('a start long after goes on from the real time', async () => {
  const world = machine(SATURDAY_NIGHT);
  await (await world.open()).end();
  world.wall = istInstant('2026-12-09', '11:20').getTime();
  expect(said((await world.open()).now())).toBe('2026-12-09 11:20:00');
});

test('it is held, run and jumped by whoever is named, and says so', async () => {
  const world = machine(SATURDAY_NIGHT);
  const time = await world.open();
  await time.change({ action: 'hold' }, 'Meera Iyer');
  const held = time.now();
  world.wall += 10 * MINUTE;
  expect(time.now()).toEqual(held);
  expect(time.speed).toBe(0);
  expect(time.demo).toEqual({ held: true, by: 'Meera Iyer', since: new Date(SATURDAY_NIGHT).toISOString() });

  await time.change({ action: 'run', speed: 60 }, 'Meera Iyer');
  for (let second = 0; second < 60; second++) {
    world.wall += 1000;
    await time.beat();
  }
  expect(said(time.now())).toBe('2026-11-30 11:00:00');
  expect(time.demo.held).toBe(false);

  await time.change({ action: 'next_session' }, 'Meera Iyer');
  expect(said(time.now())).toBe('2026-12-01 10:00:00');
  expect(time.speed, 'a jump leaves the speed').toBe(60);
  expect(() => time.replay()).toThrow(expect.objectContaining({ code: 'BAD_REQUEST' }));
});

test('a jump waits for the one before it, and says for how long', async () => {
  const world = machine(SATURDAY_NIGHT);
  const time = await world.open();
  await time.change({ action: 'next_session' }, 'Meera Iyer');
  world.wall += 1000;
  await expect(time.change({ action: 'next_session' }, 'Meera Iyer')).rejects.toMatchObject({
    code: 'RATE',
    options: { validation: 'The last jump was a moment ago. Go to the next session in 4 seconds.', retry_after: 4 },
  });
  expect(said(time.now()), 'nothing has changed').toBe('2026-12-01 10:00:01');
  await time.change({ action: 'hold' }, 'Meera Iyer');
  world.wall += 4000;
  await time.change({ action: 'next_session' }, 'Meera Iyer');
  expect(said(time.now())).toBe('2026-12-02 10:00:00');
});

test('it is never jumped or hurried to more than a year ahead of the real time, and goes on at real speed there', async () => {
  const world = machine(SATURDAY_NIGHT);
  const time = await world.open();
  const YEAR = 366 * 24 * 60 * MINUTE;
  let jumps = 0;
  const jump = async () => {
    world.wall += 5000;
    await time.change({ action: 'next_session' }, 'Meera Iyer');
    jumps += 1;
  };
  const refusal = {
    code: 'BAD_REQUEST',
    options: { validation: 'Demo time is a year ahead of the real time, which is as far as it goes. It runs on at real speed.' },
  };
  for (let tries = 0; tries < 300; tries++)
    if (
      await jump().then(
        () => false,
        (error: unknown) => {
          expect(error).toMatchObject(refusal);
          return true;
        },
      )
    )
      break;
  expect(jumps).toBeGreaterThan(200);
  expect(jumps).toBeLessThan(300);
  expect(time.now().getTime() - world.wall).toBeLessThanOrEqual(YEAR);
  await time.change({ action: 'run', speed: 60 }, 'Meera Iyer');
  for (let minute = 0; minute < 60; minute++) {
    world.wall += MINUTE;
    await time.beat();
  }
  expect(time.speed, 'it runs at real speed from there on').toBe(1);
  expect(time.now().getTime() - world.wall).toBeLessThan(YEAR + 4 * 24 * 60 * MINUTE);
  await expect(time.change({ action: 'run', speed: 10 }, 'Meera Iyer')).rejects.toMatchObject(refusal);
  await time.change({ action: 'hold' }, 'Meera Iyer');
  await time.change({ action: 'run', speed: 1 }, 'Meera Iyer');
});

test('where the mark can’t be stored, time stands at the last one and goes on afterwards', async () => {
  const world = machine(SATURDAY_NIGHT);
  const time = await world.open();
  const { write } = world.store;
  world.store.write = () => Promise.reject(new Error('no database'));
  world.wall += 5 * MINUTE;
  await expect(time.beat()).rejects.toThrow('no database');
  expect(said(time.now())).toBe('2026-11-30 10:00:15');
  world.store.write = write;
  await time.beat();
  world.wall += 1000;
  expect(said(time.now())).toBe('2026-11-30 10:05:01');
});

type Step = { readonly pass: number } | { readonly restart: 'end' | 'kill' } | { readonly change: DemoTimeChange } | { readonly back: number };
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ pass: fc.oneof(fc.integer({ min: 0, max: 5000 }), fc.integer({ min: 0, max: 20 * 60 * MINUTE })) }),
  fc.record({ restart: fc.constantFrom('end' as const, 'kill' as const) }),
  fc.record({ back: fc.integer({ min: 1, max: 90 * MINUTE }) }),
  fc.record({
    change: fc.oneof(
      fc.constant<DemoTimeChange>({ action: 'hold' }),
      fc.constantFrom(1, 10, 60).map((speed): DemoTimeChange => ({ action: 'run', speed })),
      fc.constant<DemoTimeChange>({ action: 'next_session' }),
    ),
  }),
);

test('over any restarts, kills, holds, speeds, jumps, and a wall clock that is set back, market time never goes back', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: Date.parse('2026-01-02'), max: Date.parse('2027-06-01') }), fc.array(step, { maxLength: 25 }), async (start, steps) => {
      const world = machine(start);
      let time = await world.open();
      let latest = time.now().getTime();
      expect(phaseAt(time.now())).toBe('continuous');
      for (const one of steps) {
        if ('pass' in one) world.wall += one.pass;
        if ('back' in one) world.wall -= one.back;
        // A jump right after another is refused, and changes nothing.
        if ('change' in one) await time.change(one.change, 'Meera Iyer').catch((error: unknown) => expect(error).toMatchObject({ code: 'RATE' }));
        if ('restart' in one) {
          if (one.restart === 'end') await time.end();
          time = await world.open();
          expect(phaseAt(time.now())).toBe('continuous');
        }
        const now = time.now().getTime();
        expect(now).toBeGreaterThanOrEqual(latest);
        latest = now;
        // A database that hangs lets a beat wait for hours.
        if (!('pass' in one) || one.pass < 6000) await time.beat();
      }
    }),
    { numRuns: 150 },
  );
});
