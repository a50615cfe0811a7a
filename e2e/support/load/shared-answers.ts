import { setTimeout as pause } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { PERIODS, TERMS } from '@vimarsh/shared/contract/calls/types.ts';
import type { FaultyNode } from '../faults/nodes.ts';
import type { Person } from '../person.ts';
import type { Reading } from './reader.ts';

/** A node reads what another has written with its next question; a closing by price may still be on its way. */
const AGREE_WITHIN_MS = 20_000;
const EXPERTS = 12;

/** Answers about many calls that a node computes once and shares until the record changes them. The first few change with every publication. */
const FIXED = ['/reco/v1/own-analytics', '/reco/v1/desk', '/reco/v1/experts?limit=50', '/experts/v1/experts', '/reco/v1/options/performance'];
/** Counted once a second with the prices of that second, so two nodes rarely agree. */
const PRICED = '/reco/v1/categorised?rows=sector&columns=term';
/** One expert's figures by term and period, another with each round: no node has computed all of them before the last fault. */
const figuresOf = (round: number): string => {
  const expert = String((round % EXPERTS) + 1).padStart(2, '0');
  const term = TERMS[Math.floor(round / EXPERTS) % TERMS.length]!;
  const period = PERIODS[Math.floor(round / EXPERTS / TERMS.length) % PERIODS.length]!;
  return `/reco/v1/performance?user_id=exp_${expert}&term=${term}&period=${period}`;
};

/** Each address once in 1.2 s: several have a limit of 60 a minute. */
export const sharedAnswers: Reading = { pathsOf: (round) => [...FIXED, PRICED, figuresOf(round)], rest: 1200 };

/**
 * Which answers a node has kept that are not what a fresh process computes, one sentence each. Nobody may write any more, and `fresh` has
 * just been started.
 */
export async function staleAnswers(kept: FaultyNode, fresh: FaultyNode, person: Person): Promise<string[]> {
  const paths = [...FIXED, ...Array.from({ length: EXPERTS }, (_, round) => figuresOf(round))];
  const headers = { authorization: `Bearer ${await person.token()}` };
  const dataOf = async (node: FaultyNode, path: string): Promise<unknown> => {
    const response = await fetch(`${node.portal}${path}`, { headers });
    // When it was asked is no part of what was computed, and what needs its reader goes by the prices of that second.
    return JSON.parse(await response.text(), (name, value) => (name === 'as_of' || name === 'needs' ? undefined : value)).data ?? `status ${response.status}`;
  };
  const stale: string[] = [];
  for (const path of paths) {
    const isSame = async (): Promise<boolean> => isDeepStrictEqual(await dataOf(kept, path), await dataOf(fresh, path));
    const begun = performance.now();
    let same = await isSame();
    while (!same && performance.now() - begun < AGREE_WITHIN_MS) {
      await pause(500);
      same = await isSame();
    }
    if (!same) stale.push(`${path} is answered differently by a node that was started anew`);
  }
  return stale;
}
