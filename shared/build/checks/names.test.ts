import { globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { REPOSITORY } from '../modules.ts';

const { kindOf }: { kindOf(file: string): string | undefined } = createRequire(import.meta.url)('./kinds.cjs');

/** Programs that stand by themselves inside a room, each with a reader of its own. */
const OWN_ROOMS = ['api/verify', 'mf-widgets/embed', 'shared/build', 'lab/attack', 'lab/bench', 'lab/matrix'];
const EXPORT = /^export (?:default )?(?:async )?(?:abstract )?(?:function\*?|const|class|interface|type|enum) (\w+)/gm;

const files = globSync('{root-config,shell,shared,api,e2e,lab,mf-*}/**/*.{ts,tsx}', { cwd: REPOSITORY }).filter(
  (file) => !/(^|\/)(node_modules|dist)\/|\.d\.ts$|[./-](test|testing|spec|later|setup)[./]/.test(file),
);
const roomOf = (file: string): string => OWN_ROOMS.find((room) => file.startsWith(`${room}/`)) ?? (file.split('/')[0] as string);
/** Kinds of call do the same under the same name, each in its folder. */
const isKinds = (where: readonly string[]): boolean => {
  const kinds = where.map(kindOf);
  return !kinds.includes(undefined) && new Set(kinds).size === where.length;
};

test('a name that a room exports stands for one thing in it', () => {
  const places = new Map<string, string[]>();
  for (const file of files) {
    for (const [, name = ''] of readFileSync(REPOSITORY + file, 'utf8').matchAll(EXPORT)) {
      // Each screen is a `Page`, and each entry of a widget's bundle has the same four exports.
      if (name === 'Page' || roomOf(file) === 'mf-widgets/embed') continue;
      const key = `${roomOf(file)}: ${name}`;
      places.set(key, [...(places.get(key) ?? []), file]);
    }
  }
  const twice = [...places].filter(([, where]) => new Set(where).size > 1 && !isKinds([...new Set(where)]));
  expect(twice.map(([name, where]) => `${name} in ${where.join(', ')}`)).toEqual([]);
});
