import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** Lines in which a command writes by itself; the bar of an import draws on one line of a terminal. */
const WRITES = /console\.\w+\(|process\.std(?:out|err)\)?\s*\.write\(/;
const OWN = new Set(['print.ts', 'help.ts']);

test('commands print what comes from outside through one place', () => {
  const folder = new URL('.', import.meta.url);
  const files = readdirSync(folder).filter((name) => name.endsWith('.ts') && !name.includes('.test.') && !OWN.has(name));
  const found = files.flatMap((name) =>
    readFileSync(new URL(name, folder), 'utf8')
      .split('\n')
      .filter((line) => WRITES.test(line) && !line.includes("'\\r\\u001b[K'") && !line.includes('printableLine('))
      .map((line) => `${name}: ${line.trim()}`),
  );
  expect(found).toEqual([]);
});
