import { availableParallelism } from 'node:os';

/** How many tests run beside each other: as many as there are cores. On one core two still wait for each other's databases and browsers. */
export const WORKERS = Math.max(2, Math.min(availableParallelism(), 4));

/** How many browser stories run beside each other: a third of their time they wait for clocks, and at the end long files for each other. */
export const STORY_WORKERS = WORKERS + 1;

/** How many API tests run beside each other: two thirds of their time they wait for databases, processes and clocks. */
export const API_WORKERS = WORKERS + 1;
