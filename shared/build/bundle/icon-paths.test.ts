import { readdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { iconPaths } from './icon-paths.ts';

test('shapes become outlines: circles, lines, rectangles with round corners, polylines', async () => {
  expect(await iconPaths('gauge')).toEqual(['m12 14 4-4', 'M3.34 19a10 10 0 1 1 17.32 0']);
  expect((await iconPaths('circle'))[0]).toBe('M2 12a10 10 0 1 0 20 0a10 10 0 1 0 -20 0');
  expect((await iconPaths('square'))[0]).toBe('M5 3h14a2 2 0 0 1 2 2v14a2 2 0 0 1 -2 2h-14a2 2 0 0 1 -2 -2v-14a2 2 0 0 1 2 -2z');
});

test('an icon that does not exist is named', async () => {
  await expect(iconPaths('no-such-icon')).rejects.toThrow('there is no Lucide icon "no-such-icon"');
});

test('every icon of the set can be drawn', async () => {
  const icons = dirname(fileURLToPath(import.meta.resolve('lucide-react/icons/gauge')));
  const names = readdirSync(icons).flatMap((file) =>
    /^[a-z].*\.mjs$/.test(file) && readFileSync(`${icons}/${file}`, 'utf8').includes('__iconData') ? file.slice(0, -4) : [],
  );
  // One of a hundred is enough: the shapes repeat.
  const some = names.filter((_name, at) => at % 100 === 0);
  expect(some.length).toBeGreaterThan(15);
  for (const name of some) expect((await iconPaths(name)).join(), name).toMatch(/^[\d\sMmLlHhVvAaCcSsQqTtZz.,e-]+$/);
});
