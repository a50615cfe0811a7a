import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { fontFiles, fontsCss } from './fonts.css.ts';

const faces = fontsCss.split('@font-face').filter((face) => face.includes('noto-sans'));

test('letters of Hindi come from the device where it has them, and from the file only on a page that has such letters', () => {
  expect(faces).toHaveLength(3);
  for (const face of faces) expect(face).toMatch(/src:local\('[^']+'\),.*url\(\/fonts\/noto-sans-[a-z-]+\.woff2\)/);
  for (const face of faces.filter((one) => !one.includes('font-family:Hindi;'))) expect(face).toContain('unicode-range:U+0900-097F');
});

test('every face has its file, and the word that an English page shows is small', () => {
  const { resolve } = createRequire(import.meta.url);
  const sizes = new Map<string, number>(fontFiles.map(({ url, from }) => [url, readFileSync(resolve(from)).byteLength]));
  for (const [, url] of fontsCss.matchAll(/url\(([^)]+)\)/g)) expect(sizes.has(url!), url).toBe(true);
  expect(sizes.get('/fonts/noto-sans-hindi-name.woff2')).toBeLessThan(3000);
  expect(sizes.get('/fonts/noto-sans-devanagari.woff2')).toBeLessThan(72_000);
});
