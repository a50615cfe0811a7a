import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { type ModuleManifest, moduleManifest } from '@vimarsh/shared/contract/module/types.ts';
import { AUDIENCES } from '@vimarsh/shared/domain/access/audiences.ts';
import { eventNames } from './event-names.ts';

/** What the house declares; a running server takes names that are newer than it. */
const EVENTS: ReadonlySet<string> = new Set(eventNames());

/** Root of the repository, with a trailing slash. */
export const REPOSITORY = `${resolve(import.meta.dirname, '../..')}/`;

export interface Workspace {
  readonly name: string;
  readonly dir: string;
  readonly version: string;
  readonly manifest: ModuleManifest;
}

/** A `module.json` that can't be used; the message names module and line. */
export class ManifestProblem extends Error {}

/** Line (from 1) of `module.json` that holds `text`, for messages people can act on. */
export function manifestLine(dir: string, text: string): number {
  const at = readFileSync(`${dir}/module.json`, 'utf8')
    .split('\n')
    .findIndex((line) => line.includes(text));
  return at + 1;
}

/** Reads and checks one workspace folder with a `module.json`. */
export function readWorkspace(dir: string): Workspace {
  const file = `${dir}/module.json`;
  let json: unknown;
  try {
    json = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new ManifestProblem(`${file} is not JSON: ${(error as Error).message}`);
  }
  const parsed = moduleManifest.safeParse(json);
  if (!parsed.success) {
    const { path, message } = parsed.error.issues[0]!;
    const value = path.reduce<unknown>((at, key) => (at as Record<PropertyKey, unknown> | undefined)?.[key], json);
    const line = manifestLine(dir, typeof value === 'string' ? `"${value}"` : `"${String(path.at(-1))}"`);
    throw new ManifestProblem(`${file}:${line} ${path.join('.')}: ${message}`);
  }
  for (const { path, for: whom, menu, instead = [] } of parsed.data.routes) {
    const problem = [whom, menu?.for, ...instead.map((one) => one.for)].find((word) => word !== undefined && !Object.hasOwn(AUDIENCES, word));
    if (problem)
      throw new ManifestProblem(`${file}:${manifestLine(dir, `"${problem}"`)} ${path}: "${problem}" is no audience of shared/domain/access/audiences.ts`);
  }
  for (const side of ['emits', 'listens'] as const) {
    const at = parsed.data.events[side].findIndex((name) => !EVENTS.has(name));
    const name = parsed.data.events[side][at];
    if (name) throw new ManifestProblem(`${file}:${manifestLine(dir, `"${name}"`)} events.${side}.${at}: no events.ts of shared/contract declares "${name}"`);
  }
  const { version } = JSON.parse(readFileSync(`${dir}/package.json`, 'utf8')) as { version: string };
  return { name: parsed.data.name, dir, version, manifest: parsed.data };
}

/** Everything that is released on its own, root-config and shared first: each folder of the house with a manifest and a beginning. */
export function workspaces(repository = REPOSITORY): Workspace[] {
  const released = readdirSync(repository)
    .filter((folder) => folder !== 'node_modules')
    .map((folder) => `${repository}/${folder}`.replaceAll('//', '/'))
    .filter((dir) => existsSync(`${dir}/module.json`) && ENTRIES.some((entry) => existsSync(`${dir}/${entry}`)));
  const found = released.map(readWorkspace);
  for (const { dir, manifest } of found) {
    const free = manifest.routes.find(({ budget }) => budget === undefined);
    if (free) throw new ManifestProblem(`${dir}/module.json:${manifestLine(dir, `"${free.path}"`)} ${free.path}: a screen has a budget in bytes`);
  }
  return found.toSorted((a, b) => rank(a.name) - rank(b.name) || a.name.localeCompare(b.name));
}

/** What makes a folder with a manifest a module: something to build. */
const ENTRIES = ['src/index.ts', 'boot.ts', 'session/index.ts'];

const rank = (name: string): number => ['root-config', 'shared', 'shell'].indexOf(name) + 1 || 9;
