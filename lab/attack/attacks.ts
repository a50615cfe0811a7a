import { doors, othersIds } from './attacks/access.ts';
import { forgery, frames, headers, hosts, origins, redirects } from './attacks/browser.ts';
import { files } from './attacks/files.ts';
import { fuzz, largeBodies, paths, wire } from './attacks/input.ts';
import { ahead, limits, slow, sockets } from './attacks/load.ts';
import { paywall } from './attacks/paywall.ts';
import { enumeration, tokens } from './attacks/tokens.ts';
import type { Attack, Result, Target } from './target.ts';

/** In this order: what changes most comes last. */
export const ATTACKS: readonly Attack[] = [
  doors,
  tokens,
  paywall,
  headers,
  hosts,
  origins,
  forgery,
  redirects,
  frames,
  paths,
  wire,
  largeBodies,
  limits,
  enumeration,
  othersIds,
  files,
  slow,
  ahead,
  sockets,
  fuzz,
];

export interface Outcome extends Result {
  attack: Attack;
  seconds: number;
}

/** One attack after the other. What an attack itself stumbles over did not hold either. */
export async function attackAll(target: Target, { only = '', say = (_: Outcome): void => {} } = {}): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const attack of ATTACKS.filter(({ name }) => name.includes(only))) {
    const begun = performance.now();
    const result = await attack.run(target).catch((error: Error): Result => ({ tried: 0, broken: [`could not be tried: ${error.message}`] }));
    const outcome = { ...result, attack, seconds: (performance.now() - begun) / 1000 };
    outcomes.push(outcome);
    say(outcome);
  }
  return outcomes;
}
