import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { REPOSITORY } from '../build/modules.ts';
import { contrast } from '../domain/partners/theme.ts';
import { tokensCss } from './tokens.css.ts';

const token = (name: string, theme: 'light' | 'dark') => {
  const part = theme === 'light' ? tokensCss : tokensCss.slice(tokensCss.indexOf('[data-theme=dark]'));
  return new RegExp(`${name}:(#[0-9a-f]{6})`).exec(part)![1]!;
};

const PAIRS = ['light', 'dark'].flatMap((theme) =>
  ['--canvas', '--surface', '--raised'].flatMap((ground) =>
    ['--ink', '--ink-2', '--ink-3', '--gain', '--loss', '--warn'].map((text) => [theme, text, ground] as const),
  ),
);
test.each(PAIRS)('%s: %s on %s reads at 4.5:1', (theme, text, ground) => {
  expect(contrast(token(text, theme as 'light'), token(ground, theme as 'light'))).toBeGreaterThanOrEqual(4.5);
});

test.each(['light', 'dark'] as const)('%s: meaning colours are legible on their soft backgrounds, and control borders reach 3:1', (theme) => {
  for (const tone of ['--gain', '--loss', '--warn']) expect(contrast(token(tone, theme), token(`${tone}-soft`, theme))).toBeGreaterThanOrEqual(4.5);
  expect(contrast(token('--control', theme), token('--surface', theme))).toBeGreaterThanOrEqual(3);
});

test('no component gives a token’s name to something else of its own', () => {
  const tokens = new Set([...tokensCss.matchAll(/(--[\w-]+):/g)].map(([, name]) => name!));
  const files = globSync('{shell,shared/ui,shared/kit,mf-*/src}/**/*.{ts,tsx}', { cwd: REPOSITORY, exclude: (name) => name.includes('.test.') });
  expect(files.length).toBeGreaterThan(100);
  const taken = files
    .filter((file) => !SETS_TOKENS.includes(file))
    .flatMap((file) =>
      [...readFileSync(REPOSITORY + file, 'utf8').matchAll(/(?:^|[{;,])\s*['"]?(--[\w-]+)['"]?\s*:/gm)].map(([, name]) => ({ file, name: name! })),
    )
    .filter(({ name }) => tokens.has(name));
  expect(taken).toEqual([]);
});
/** Where tokens get their values: the themes, and forced colours on partners' pages and in the rail, which is drawn with backgrounds. */
const SETS_TOKENS = ['shared/ui/tokens.css.ts', 'shared/ui/calls/level-rail.tsx', 'mf-widgets/src/insight/media.ts'];
