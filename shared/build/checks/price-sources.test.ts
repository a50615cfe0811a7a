import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { REPOSITORY } from '../modules.ts';

/** `source === 'simulated'`, `'kite' !== feed`. */
const ASKED_BY_NAME = /[!=]== '(simulated|replay|nse-files|kite|upstox)'|'(simulated|nse-files|kite|upstox)' [!=]==/;
/** Settings and adapters, which have the names, the place that opens the source of the settings, and brokers that people sign in or order with. */
const NAMED = /^api\/src\/(config\.ts|broker-settings\.ts|market\/(create-market\.ts|(demo|live)\/)|brokers\/|trading\/(ways|postbacks)\/)/;

test('nobody asks for a source of prices by its name: abilities, licence and whether prices are made up are said by the source', () => {
  const files = execFileSync('git', ['ls-files', '-z', 'api/src', 'shared', 'shell/src', 'root-config', ':(glob)mf-*/src/**', ':(glob)mf-*/embed/**'], {
    cwd: REPOSITORY,
  })
    .toString()
    .split('\0')
    .filter((file) => /\.tsx?$/.test(file) && !/\.(test|testing)\./.test(file) && !NAMED.test(file));
  expect(files.length).toBeGreaterThan(500);
  const asking = files.flatMap((file) => {
    const lines = readFileSync(REPOSITORY + file, 'utf8').split('\n');
    return lines.flatMap((line, at) => (ASKED_BY_NAME.test(line) ? [`${file}:${at + 1}: ${line.trim()}`] : []));
  });
  expect(asking).toEqual([]);
});
