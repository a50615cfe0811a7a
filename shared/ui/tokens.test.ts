import { expect, test } from 'vitest';
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
