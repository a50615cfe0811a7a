import { createHash } from 'node:crypto';

/** The id of the demo's call with that number: the same at every start, and it tells neither the number nor how many there are. */
export const demoId = (kind: string, seed: number, number: number): string =>
  `${kind}_${createHash('sha256').update(`${seed}/${kind}/${number}`).digest('hex').slice(0, 20)}`;
