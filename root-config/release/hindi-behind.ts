import { existsSync, readFileSync } from 'node:fs';
import { LISTS } from '../hindi/lists/sentences.ts';
import type { Sentences } from '../hindi/translate.ts';
import type { ReleaseStore } from './store.ts';

/**
 * How many sentences of a module have a Hindi that is not live: the Hindi of all modules comes with root-config, in one file
 * that holds each text as it is written. `lists` are named by module, with more words behind a comma.
 */
export function hindiBehind(store: ReleaseStore, module: string, lists: Readonly<Record<string, Sentences>> = LISTS): number {
  const root = store.releasesOf('live')['root-config'];
  if (!root || module === root.name) return 0;
  const files = (root.pages?.hindi ?? []).map(({ url }) => `${store.filesOf(root)}/${url.split('/').at(-1)}`);
  const live = files.map((file) => (existsSync(file) ? readFileSync(file, 'utf8') : '')).join('\n');
  const texts = Object.entries(lists).flatMap(([name, list]) => (name.split(', ')[0] === module ? Object.values(list) : []));
  return new Set(texts.filter((text) => !live.includes(text))).size;
}
