import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Licences that ask for no more than their text beside a copy. */
const ALLOWED: ReadonlySet<string> = new Set([
  'MIT',
  'MIT-0',
  'ISC',
  '0BSD',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'CC-BY-3.0',
  'CC-BY-4.0',
  'Unlicense',
  'Zlib',
  'Python-2.0',
  'PostgreSQL',
  // Fonts.
  'OFL-1.1',
]);

export interface InstalledPackage {
  readonly name: string;
  readonly version: string;
  /** The licence in its package.json; '' where it names none. */
  readonly licence: string;
}

interface Manifest {
  readonly name?: string;
  readonly version?: string;
  readonly license?: string | { readonly type?: string };
  readonly licenses?: readonly { readonly type?: string }[];
}

/** The licence in a package.json: the field of today, or one of its two earlier forms. */
export function licenceOf({ license, licenses }: Manifest): string {
  if (typeof license === 'string') return license.trim();
  return license?.type ?? licenses?.map(({ type }) => type ?? '').join(' OR ') ?? '';
}

/**
 * Whether an SPDX expression leaves a licence that is allowed: one of those joined by OR, all of those joined by AND. AND binds closer, as SPDX says.
 */
export function isAllowed(expression: string): boolean {
  const tokens = expression.match(/\(|\)|[^\s()]+/g) ?? [];
  let at = 0;
  const either = (): boolean => {
    let good = both();
    while (tokens[at] === 'OR') {
      at += 1;
      good = both() || good;
    }
    return good;
  };
  const both = (): boolean => {
    let good = one();
    while (tokens[at] === 'AND') {
      at += 1;
      good = one() && good;
    }
    return good;
  };
  const one = (): boolean => {
    const token = tokens[at] ?? '';
    at += 1;
    if (token !== '(') return ALLOWED.has(token);
    const good = either();
    const closed = tokens[at] === ')';
    at += 1;
    return good && closed;
  };
  const good = either();
  return good && at === tokens.length;
}

/** Every package below a `node_modules`, those inside of others too. Links are workspaces, which are ours. */
export function installedPackages(folder: string): InstalledPackage[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry): InstalledPackage[] => {
    if (!entry.isDirectory() || entry.name.startsWith('.')) return [];
    const path = join(folder, entry.name);
    if (entry.name.startsWith('@')) return installedPackages(path);
    const file = join(path, 'package.json');
    if (!existsSync(file)) return [];
    const manifest = JSON.parse(readFileSync(file, 'utf8')) as Manifest;
    const own = { name: manifest.name ?? entry.name, version: manifest.version ?? '', licence: licenceOf(manifest) };
    return [own, ...installedPackages(join(path, 'node_modules'))];
  });
}
