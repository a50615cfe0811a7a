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

/** Sentences that are named; the others are counted. */
const NAMED = 3;

/** What a release says of its Hindi, line by line: sentences whose Hindi is not live yet, and sentences that have none. */
export function hindiNotes(behind: number, missing: readonly (readonly [file: string, sentences: readonly string[]])[]): string[] {
  const all = missing.flatMap(([file, sentences]) => sentences.map((sentence) => `${file}: “${sentence}”`));
  const more = all.length - NAMED;
  return [
    ...(behind > 0
      ? [`its Hindi comes with root-config, where ${behind} of its sentences ${behind === 1 ? 'is' : 'are'} not live yet: npm run release -- root-config`]
      : []),
    ...(all.length > 0
      ? [
          `${all.length} of its sentences ${all.length === 1 ? 'has' : 'have'} no Hindi, so that those who read Hindi see English (CONTRIBUTING.md, “Its Hindi”):`,
          ...all.slice(0, NAMED).map((line) => `  ${line}`),
          ...(more > 0 ? [`  and ${more} more: npx vitest run root-config/hindi`] : []),
        ]
      : []),
  ];
}
