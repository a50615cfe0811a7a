import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';

/** Where an address may be a literal: manifests are JSON; beside them its one list, tests, demo data, and pages that play a stranger's site. */
const MAY =
  /(^|\/)(node_modules|dist|demo)\/|[.-]test(ing)?\.|(^|\/)testing\.|\.(seed|spec)\.|^shared\/(domain\/routing|contract|build)\/|^mf-[a-z-]+\/partner-site\//;
const SOURCES = '{root-config,shell,mf-*,shared,api}/**/*.{ts,tsx}';

/** A manifest's path without its parameters; null for `/`, which is a word of every language. */
export const rootOf = (path: string): string | null => path.replace(/\/:.*$/, '') || null;

export interface Literal {
  readonly line: number;
  readonly text: string;
}

/** Literals of a source text that begin with one of the addresses: in any quotes, alone or with what follows an address. */
export function addressLiterals(source: string, paths: readonly string[]): Literal[] {
  const roots = paths.flatMap((path) => (path === '/' ? [] : (rootOf(path) ?? [])));
  const literal = new RegExp(`(['"\`])(${roots.map((root) => root.replaceAll(/[.*+?^$()[\]{}|\\]/g, '\\$&')).join('|')})(?=[/?#]|\\1)`, 'g');
  // Comments speak of addresses freely; they are blanked, so that lines keep their numbers.
  const code = source.replace(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, (comment) => comment.replaceAll(/[^\n]/g, ' '));
  return [...code.matchAll(literal)].map((found) => ({ line: code.slice(0, found.index).split('\n').length, text: found[2]! }));
}

/** `file:line address` of every address that is a literal where a name of `shared/domain/routing/places.ts` belongs. */
export async function strayAddresses(repository: string, paths: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for await (const file of glob(SOURCES, { cwd: repository, exclude: (name) => name === 'node_modules' || name === 'dist' })) {
    if (MAY.test(file)) continue;
    found.push(...addressLiterals(readFileSync(`${repository}/${file}`, 'utf8'), paths).map(({ line, text }) => `${file}:${line} ${text}`));
  }
  return found.toSorted();
}
