import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { GOVERNED, HSTS, KINDS } from './security-headers.ts';

const SOURCE = new URL('../../', import.meta.url);

test('no other file of the server names a header of the table', () => {
  const names = [...GOVERNED, ...Object.keys(HSTS)];
  const others = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !/\.test\.ts$|[./]testing\.|^platform\/http\/security-headers\.ts$/.test(file),
  );
  expect(others.length).toBeGreaterThan(200);
  const found = others.flatMap((file) => {
    const text = readFileSync(new URL(file, SOURCE), 'utf8').toLowerCase();
    return names.filter((name) => text.includes(name)).map((name) => `${file}: ${name}`);
  });
  expect(found).toEqual([]);
});

test('every kind forbids guessing of types and loads nothing it does not name', () => {
  const rows = [
    ...([KINDS.data, KINDS['short data'], KINDS.file, KINDS.worker, KINDS.embed, KINDS.logo, KINDS.picture, KINDS.document] as const).map((row) => row()),
    KINDS.page({ nonce: 'n' }),
    KINDS.words({ style: null }),
    KINDS['form elsewhere']({ style: 's', to: 'https://a.example' }),
    KINDS.frame({ nonce: 'n', ancestors: ['https://a.example'] }),
  ];
  expect(rows).toHaveLength(Object.keys(KINDS).length);
  for (const row of rows) {
    expect(row['x-content-type-options']).toBe('nosniff');
    expect(row['content-security-policy']).toContain("default-src 'none'");
    expect(Object.keys(row).filter((name) => !(GOVERNED as readonly string[]).includes(name))).toEqual([]);
  }
});
