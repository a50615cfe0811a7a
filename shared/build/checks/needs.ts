import { readFileSync } from 'node:fs';
import { EVERYTHING, type House, Reach } from './reach.ts';

/** Files that are part of no release: tests, what tests share, and the tools that release. */
const APART = /\.(test|test-d)\.tsx?$|[/.]testing(\/|\.tsx?$)|\/fake-host\.|^[^/]+\/release\/|(^|\/)(node_modules|dist)\//;
/** What is built into a module; the session is a release of its own. */
const BUILT_IN = /^shared\/(kit|ui|domain|contract)\//;
const CONTRACT = /^shared\/contract\/([\w-]+)\//;

/**
 * Resources of the contract that a module is built against: the folders of `shared/contract` that its own files import, types
 * included, and those that what it calls of `shared/kit`, `ui` and `domain` calls in turn.
 */
export function resourcesOf(module: string, house: House, read: (file: string) => string = (file) => readFileSync(file, 'utf8')): string[] {
  const own = [...house.sources.keys()].filter((file) => file.startsWith(`${module}/`) && /\.tsx?$/.test(file) && !APART.test(file));
  const reach = new Reach(house, (file) => own.includes(file) || (BUILT_IN.test(file) && !APART.test(file)));
  for (const file of own) reach.use(file, EVERYTHING);
  const called = reach.called().flatMap((file) => CONTRACT.exec(file)?.[1] ?? []);
  return [...new Set([...called, ...own.flatMap((file) => resourcesIn(read(file)))])].sort();
}

/** The resources that one source text names itself. */
export const resourcesIn = (source: string): string[] =>
  [...source.matchAll(/(?:from|import\()\s*['"]@vimarsh\/shared\/contract\/([\w-]+)\//g)].map(([, resource]) => resource!);
