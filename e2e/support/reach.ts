import { relative, sep } from 'node:path';
import { EVERY_MODULE } from '../../shared/build/tests/since.ts';
import reach from '../reach.json' with { type: 'json' };
import { REPOSITORY } from './stack.ts';

const REACH: Readonly<Record<string, readonly string[]>> = reach;

/** Modules that a request belongs to: a module's released files, or the widgets on a partner's page. */
export function modulesOf(url: string): string[] {
  const { pathname } = new URL(url);
  const released = /^\/releases\/(mf-[a-z-]+)\//.exec(pathname)?.[1];
  if (released) return [released];
  return /^\/(w|embed)\//.test(pathname) ? ['mf-widgets'] : [];
}

/** Modules that a file of stories opened and that reach.json does not name for it. */
export function undeclared(file: string, opened: ReadonlySet<string>): string[] {
  const declared = REACH[relative(`${REPOSITORY}e2e`, file).split(sep).join('/')] ?? [];
  if (declared.includes(EVERY_MODULE)) return [];
  return [...opened].filter((module) => !declared.includes(module)).toSorted();
}
