import { sessionOf } from '@vimarsh/shared/domain/market/calendar.ts';
import fc from 'fast-check';
import { expect } from 'vitest';
import { callAt, Follower, type Harness } from './conformance.testing.ts';

/** One step of a history: a file arrives in time, late, twice or corrected; or time goes on. */
type Event = { readonly what: 'deliver' | 'correct'; readonly day: number } | { readonly what: 'time'; readonly minutes: number };

const event: fc.Arbitrary<Event> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ what: fc.constant('deliver' as const), day: fc.integer({ min: 0, max: 2 }) }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('correct' as const), day: fc.integer({ min: 0, max: 2 }) }) },
  { weight: 4, arbitrary: fc.record({ what: fc.constant('time' as const), minutes: fc.integer({ min: 1, max: 1500 }) }) },
);

/**
 * Histories of three days against a model: what is complete ends before the day after the last whose prices have come
 * (a hole before that is told, and stops calls by a rule of its own); the follower holds every other promise at every step.
 */
export function randomHistories({ listing, days, open }: Harness) {
  const sessions = days.map((day) => sessionOf(day, listing.fno)!);
  return fc.asyncProperty(fc.array(event, { minLength: 5, maxLength: 25 }), async (events) => {
    const source = await open();
    const follower = new Follower(source, listing, sessions[0]!.preopen);
    const come = new Set<number>();
    let now = sessions[0]!.preopen;
    try {
      for (const happens of events) {
        if (happens.what === 'time') now = new Date(now.getTime() + happens.minutes * 60_000);
        else if (sessions[happens.day]!.end <= now) {
          if (happens.what === 'deliver') {
            await source.deliver(sessions[happens.day]!.preopen, sessions[happens.day]!.end);
            come.add(happens.day);
          } else if (come.has(happens.day)) await source.correct?.(days[happens.day]!);
        }
        const { until, because } = await follower.step(now);
        if (!follower.call && come.has(0) && now < sessions[1]!.open) follower.publish(callAt(now, 101, 0.02, { entry: days[1], last: days[2] }, listing.fno));
        const last = Math.max(-1, ...come);
        expect(until.getTime() === 0, 'nothing is complete before the first day has come').toBe(last === -1);
        if (last >= 0 && last < 2) expect(until <= sessions[last + 1]!.preopen, 'the next day stops it').toBe(true);
        if (follower.call?.status === 'active' && now.getTime() > sessions[2]!.end.getTime() + 4 * 3_600_000)
          expect(because, 'nothing open after its last day stays so silently').not.toBeNull();
      }
    } finally {
      await source.end?.();
    }
  });
}
