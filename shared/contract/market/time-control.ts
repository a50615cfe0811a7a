import * as z from 'zod/mini';

/** Speeds that the demo's control offers. */
export const DEMO_SPEEDS = [1, 10, 60] as const;

/** The demo's market time as everybody is told it: always in a session, and the same for all. */
export const demoTimeState = z.object({
  held: z.boolean(),
  /** Name of the admin of the demo who held it, set its speed or jumped it last; null since the start. */
  by: z.nullable(z.string()),
  /** When that was by the wall clock, UTC. */
  since: z.nullable(z.string()),
});

export type DemoTimeState = z.output<typeof demoTimeState>;

/** Stops market time, lets it run, or goes to the next session, 10:00 IST. It never goes back. */
export const demoTimeChange = z.discriminatedUnion('action', [
  z.object({ action: z.literal('hold') }),
  z.object({ action: z.literal('run'), speed: z.number().check(z.minimum(1), z.maximum(60)) }),
  z.object({ action: z.literal('next_session') }),
]);

export type DemoTimeChange = z.output<typeof demoTimeChange>;
