import { existsSync, readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { REPOSITORY } from '../modules.ts';

const read = (file: string): string => readFileSync(REPOSITORY + file, 'utf8');
/** A setting's line in a zod object, such as `  PORT: z._default(`. */
const SETTING = /^ {2}([A-Z][A-Z0-9_]+): (?:z\.|listOf\()/gm;
/** A table row that explains settings, such as "| `SMTP_URL`, `MAIL_FROM` | none | …". */
const ROW = /^\| (`[A-Z][A-Z0-9_]+`(?:, `[A-Z][A-Z0-9_]+`)*) \|/gm;

test('every setting of the server stands in the operating manual, once', () => {
  const brokers = ['kite', 'upstox'].map((broker) => `api/src/market/live/${broker}/${broker}-settings.ts`);
  const files = ['api/src/config.ts', 'api/src/money/razorpay/razorpay-settings.ts', ...brokers];
  const settings = files.flatMap((file) => [...read(file).matchAll(SETTING)].map(([, name]) => name!));
  expect(settings.length).toBeGreaterThan(35);
  const explained = [...read('docs/operating.md').matchAll(ROW)].flatMap(([, names]) => names!.split(', ').map((name) => name.slice(1, -1)));
  expect(explained.toSorted()).toEqual(settings.toSorted());
});

test('README stays under a thousand words', () => {
  expect(read('README.md').split(/\s+/).length).toBeLessThan(1000);
});

test('links of texts lead to files and headings that exist', async () => {
  const broken: string[] = [];
  for await (const file of glob('{*.md,{docs,shared,root-config,shell,mf-*,api,e2e,lab}/**/*.md}', {
    cwd: REPOSITORY,
    exclude: (name) => name === 'node_modules' || name === 'dist',
  })) {
    for (const [, link] of read(file).matchAll(/\]\(([^)\s]+)\)/g)) {
      // Addresses of the web, and of the portal in the texts of its pages.
      if (/^([a-z]+:|\/)/.test(link!)) continue;
      const [path = '', heading] = link!.split('#');
      const target = path === '' ? file : join(dirname(file), path);
      if (!existsSync(REPOSITORY + target)) broken.push(`${file}: ${link}`);
      else if (heading && target.endsWith('.md') && !headingsOf(read(target)).includes(heading)) broken.push(`${file}: ${link}`);
    }
  }
  expect(broken).toEqual([]);
});

/** Headings as GitHub turns them into anchors. */
const headingsOf = (text: string): string[] =>
  [...text.matchAll(/^#+ (.+)$/gm)].map(([, title]) =>
    title!
      .toLowerCase()
      .replace(/[^\p{L}\p{N}_\s-]/gu, '')
      .trim()
      .replaceAll(' ', '-'),
  );
