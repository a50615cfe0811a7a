import { describe, expect, test } from 'vitest';
import { Advance } from './advance.ts';
import { MarketTime } from './market-time.ts';

/** A wall clock moved by hand, and market time on top of it. */
function clocks(start: string, speed = 1) {
  let wall = 0;
  const time = new MarketTime({ start: new Date(start), speed, wall: () => wall });
  return {
    time,
    pass: (seconds: number) => {
      wall += seconds * 1000;
    },
  };
}
const span = (from: Date, to: Date): string => `${from.toISOString().slice(5, 19)} → ${to.toISOString().slice(5, 19)}`;

describe('market time', () => {
  test('runs at its speed from its start', () => {
    const { time, pass } = clocks('2026-11-20T04:00:00Z', 60);
    pass(2);
    expect(time.now().toISOString()).toBe('2026-11-20T04:02:00.000Z');
    expect(time.speed).toBe(60);
  });

  test('is the wall clock by default', () => {
    expect(Math.abs(new MarketTime().now().getTime() - Date.now())).toBeLessThan(1000);
  });

  test('a replay hides the live timeline, which runs on', () => {
    const { time, pass } = clocks('2026-11-20T13:00:00Z');
    time.replay(new Date('2026-11-16T03:45:00Z'), 10);
    pass(6);
    expect(time.now().toISOString()).toBe('2026-11-16T03:46:00.000Z');
    expect(time.speed).toBe(10);
    time.returnToLive();
    expect(time.now().toISOString()).toBe('2026-11-20T13:00:06.000Z');
    expect(time.speed).toBe(1);
  });

  test('faster than real time it skips nights, weekends and holidays to the pre-open; at speed 1 it never skips', () => {
    const fast = clocks('2026-11-20T10:29:30Z', 60);
    fast.time.beat();
    expect(fast.time.now().toISOString()).toBe('2026-11-20T10:29:30.000Z');
    fast.pass(1);
    fast.time.beat();
    expect(fast.time.now().toISOString()).toBe('2026-11-23T03:30:00.000Z');
    const real = clocks('2026-11-20T10:31:00Z');
    real.time.beat();
    expect(real.time.now().toISOString()).toBe('2026-11-20T10:31:00.000Z');
  });

  test('the pause between closing auction and post-close trading is not skipped', () => {
    const { time } = clocks('2026-11-20T10:10:00Z', 60);
    time.beat();
    expect(time.now().toISOString()).toBe('2026-11-20T10:10:00.000Z');
  });
});

describe('passing time on', () => {
  test('every stretch is passed on once and in order, and nothing if no time passed', async () => {
    const { time, pass } = clocks('2026-11-20T04:00:00Z');
    const stretches: string[] = [];
    const advance = new Advance(
      () => time.now(),
      () => {},
    );
    advance.add(async (from, to) => void stretches.push(span(from, to)));
    for (const seconds of [1, 0, 2]) {
      pass(seconds);
      await advance.beat();
    }
    expect(stretches).toEqual(['11-20T04:00:00 → 11-20T04:00:01', '11-20T04:00:01 → 11-20T04:00:03']);
  });

  test('one listener after the other, and no beat while one is at work', async () => {
    const { time, pass } = clocks('2026-11-20T04:00:00Z');
    const log: string[] = [];
    let release = (): void => {};
    const advance = new Advance(
      () => time.now(),
      () => {},
    );
    advance.add(async () => {
      log.push('first begins');
      await new Promise<void>((resolve) => {
        release = resolve;
      });
      log.push('first ends');
    });
    advance.add(async () => void log.push('second'));
    pass(1);
    const first = advance.beat();
    pass(1);
    const second = advance.beat();
    expect(log).toEqual(['first begins']);
    release();
    await Promise.all([first, second]);
    expect(log).toEqual(['first begins', 'first ends', 'second']);
  });

  test('a failing listener gets the same start again and misses nothing; the others go on', async () => {
    const { time, pass } = clocks('2026-11-20T04:00:00Z');
    const stretches: string[] = [];
    const others: string[] = [];
    const errors: unknown[] = [];
    let broken = true;
    const advance = new Advance(
      () => time.now(),
      (error) => errors.push(error),
    );
    advance.add(async (from, to) => {
      stretches.push(span(from, to));
      if (broken) throw new Error('database away');
    });
    advance.add(async (from, to) => void others.push(span(from, to)));
    pass(1);
    await advance.beat();
    broken = false;
    pass(1);
    await advance.beat();
    expect(stretches).toEqual(['11-20T04:00:00 → 11-20T04:00:01', '11-20T04:00:00 → 11-20T04:00:02']);
    expect(others).toEqual(['11-20T04:00:00 → 11-20T04:00:01', '11-20T04:00:01 → 11-20T04:00:02']);
    expect(errors).toHaveLength(1);
  });

  test('after a long pause it catches up an hour a beat, and passes closed hours in one', async () => {
    const { time, pass } = clocks('2026-11-20T08:30:00Z');
    const stretches: string[] = [];
    const advance = new Advance(
      () => time.now(),
      () => {},
    );
    advance.add(async (from, to) => void stretches.push(span(from, to)));
    pass(3 * 24 * 3600 - 4.5 * 3600);
    for (let beat = 0; beat < 6; beat++) await advance.beat();
    expect(stretches).toEqual([
      '11-20T08:30:00 → 11-20T09:30:00',
      '11-20T09:30:00 → 11-20T10:30:00',
      '11-20T10:30:00 → 11-23T03:45:00',
      '11-23T03:45:00 → 11-23T04:00:00',
    ]);
  });

  test('a replay repeats the past; back on the live clock nothing in between is lost', async () => {
    const { time, pass } = clocks('2026-11-20T05:00:00Z');
    const stretches: string[] = [];
    const advance = new Advance(
      () => time.now(),
      () => {},
    );
    advance.add(async (from, to) => void stretches.push(span(from, to)));
    pass(1);
    await advance.beat();
    time.replay(new Date('2026-11-16T04:00:00Z'), 60);
    await advance.jumped();
    pass(10);
    await advance.beat();
    time.returnToLive();
    await advance.jumped();
    pass(1);
    await advance.beat();
    expect(stretches).toEqual(['11-20T05:00:00 → 11-20T05:00:01', '11-16T04:00:00 → 11-16T04:10:00', '11-20T05:00:01 → 11-20T05:00:12']);
  });
});
