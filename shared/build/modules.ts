import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type ModuleManifest, moduleManifest } from '@vimarsh/shared/contract/module.contract.ts';

/** Root of the repository, with a trailing slash. */
export const REPOSITORY = fileURLToPath(new URL('../../', import.meta.url));

export interface Workspace {
  readonly name: string;
  readonly dir: string;
  readonly version: string;
  readonly manifest: ModuleManifest;
}

/** A `module.json` that can't be used; the message names module and line. */
export class ManifestProblem extends Error {}

/** Line (from 1) of `module.json` that holds `text`, for messages people can act on. */
export function lineOf(dir: string, text: string): number {
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
    const line = lineOf(dir, typeof value === 'string' ? `"${value}"` : `"${String(path.at(-1))}"`);
    throw new ManifestProblem(`${file}:${line} ${path.join('.')}: ${message}`);
  }
  const { version } = JSON.parse(readFileSync(`${dir}/package.json`, 'utf8')) as { version: string };
  return { name: parsed.data.name, dir, version, manifest: parsed.data };
}

/** Every workspace that is released on its own, root-config and shared first. */
export function workspaces(repository = REPOSITORY): Workspace[] {
  const { workspaces: folders } = JSON.parse(readFileSync(`${repository}/package.json`, 'utf8')) as { workspaces: string[] };
  const released = folders
    .map((folder) => `${repository}/${folder}`.replaceAll('//', '/'))
    .filter((dir) => existsSync(`${dir}/module.json`) && ENTRIES.some((entry) => existsSync(`${dir}/${entry}`)));
  return released.map(readWorkspace).toSorted((a, b) => rank(a.name) - rank(b.name) || a.name.localeCompare(b.name));
}

/** What makes a folder with a manifest a module: something to build. */
const ENTRIES = ['src/index.ts', 'boot.ts', 'session/index.ts'];

const rank = (name: string): number => ['root-config', 'shared', 'shell'].indexOf(name) + 1 || 9;
