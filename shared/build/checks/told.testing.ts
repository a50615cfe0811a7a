import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { REPOSITORY } from '../modules.ts';

/** `file command` for each place where a text of the house tells people to type what the pattern finds. */
export async function told(pattern: RegExp): Promise<string[]> {
  const found: string[] = [];
  const files = '{*.md,{docs,shared,root-config,shell,mf-*,api,e2e,lab}/**/*.{md,ts,tsx,mjs}}';
  for await (const file of glob(files, { cwd: REPOSITORY, exclude: (name) => name === 'node_modules' || name === 'dist' }))
    for (const [all, one = all] of readFileSync(REPOSITORY + file, 'utf8').matchAll(pattern)) found.push(`${file} ${one}`);
  return found;
}
