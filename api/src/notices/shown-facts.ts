import { type PerfPolicy, recordsAllowed } from '@vimarsh/shared/domain/calls/past-policy.ts';
import type { Facts } from './source.ts';

/** What a notice says under the policy of now: results that were told when they were allowed are not told on. */
export const shownFacts =
  (policy: PerfPolicy) =>
  (facts: Facts): Facts =>
    'result' in facts && !recordsAllowed(policy) ? { ...facts, result: null } : facts;
