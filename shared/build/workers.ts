import { availableParallelism } from 'node:os';

/** How many tests run beside each other: as many as there are cores. On one core two still wait for each other's databases and browsers. */
export const WORKERS = Math.max(2, Math.min(availableParallelism(), 4));
