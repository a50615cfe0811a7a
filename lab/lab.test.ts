import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { told } from '../shared/build/checks/told.testing.ts';
import { REPOSITORY } from '../shared/build/modules.ts';
import { Refusal } from './experiment.ts';
import { EXPERIMENTS } from './experiments.ts';
import { find, list, read } from './lab.ts';

const NAMES = Object.keys(EXPERIMENTS);
const refusal = (attempt: () => unknown): string => {
  try {
    attempt();
  } catch (error) {
    if (error instanceof Refusal) return error.message;
    throw error;
  }
  return 'not refused';
};

test('the list has a line for each experiment, with how long it takes and what it needs', () => {
  const lines = list().split('\n').slice(1);
  expect(lines.map((line) => line.split(' ')[0])).toEqual(NAMES);
  for (const [at, { does, takes, needs }] of Object.values(EXPERIMENTS).entries())
    for (const part of [does, takes, needs]) expect([part !== '', lines[at]]).toEqual([true, expect.stringContaining(part)]);
});

test('every experiment starts a file that is there, by its default export', async () => {
  const files = [...readFileSync(`${REPOSITORY}lab/experiments.ts`, 'utf8').matchAll(/import\('(.+)'\)/g)].map(([, file]) => file!);
  expect(files).toHaveLength(NAMES.length);
  for (const file of files) expect(readFileSync(`${REPOSITORY}lab/${file}`, 'utf8'), file).toMatch(/^export default async function /m);
});

test('what texts tell people to start is an experiment, and the operating manual tells of each', async () => {
  const places = await told(/\bnpm run lab -- ([a-z][a-z-]*)/g);
  expect(places.filter((place) => !NAMES.includes(place.split(' ')[1]!))).toEqual([]);
  // The bench has a script of its own.
  const manual = places.filter((place) => place.startsWith('docs/operating.md ')).map((place) => place.split(' ')[1]);
  expect(new Set(['bench', ...manual])).toEqual(new Set(NAMES));
});

test.each([
  ['matrx', 'There is no experiment called matrx; nearest to it: matrix.'],
  ['release', 'There is no experiment called release; nearest to it: rolling, releases.'],
  ['toString', `There is no experiment called toString; there are: ${NAMES.join(', ')}.`],
])('%s is refused in one sentence with the nearest names', (name, sentence) => {
  expect(refusal(() => find(name))).toBe(sentence);
});

test('options are read by the kind of their defaults, and what is not given has its default', () => {
  const { matrix, attack, bench } = EXPERIMENTS as Record<string, (typeof EXPERIMENTS)[string]>;
  expect(read(matrix!, ['--seed', '7', '--count=40', '--rest', '--no-fresh'])).toEqual({
    ...matrix!.options,
    seed: 7,
    count: 40,
    rest: true,
    fresh: false,
  });
  expect(read(attack!, ['http://localhost:4100', '--long'])).toEqual({ ...attack!.options, url: 'http://localhost:4100', long: true });
  expect(read(bench!, ['--only', 'json', '--only', 'bytes'])).toEqual({ ...bench!.options, only: ['json', 'bytes'] });
  expect(read(bench!, [])).toEqual(bench!.options);
});

test.each([
  ['faults', ['--minuts', '3'], "Unknown option '--minuts'; there are: minutes, seed, only."],
  ['faults', ['--minutes', 'many'], '--minutes takes a number, not “many”.'],
  ['faults', ['--minutes', ''], '--minutes takes a number, not “”.'],
  ['faults', ['3'], '“3” belongs to no option.'],
  ['attack', ['http://localhost:4000', 'files'], '“files” belongs to no option.'],
])('%s %j is refused', (name, args, sentence) => {
  expect(refusal(() => read(find(name), args))).toBe(sentence);
});

test.each([
  ['matrix', { only: '^boot.jss' }, /^No cell is called like “\^boot.jss”; they are called like “boot.js, 503 once, first visit”.$/],
  ['faults', { only: 'freez' }, /^--only takes freeze, crash, deploy\.$/],
  ['releases', { commits: 'HEAD' }, /^--commits takes three, oldest first: --commits v3,v2,HEAD\.$/],
  ['attack', { only: 'tokn' }, /^No attack is called like “tokn”; there are: /],
])('%s refuses %j, with which there would be nothing to do', async (name, options, sentence) => {
  const experiment = find(name);
  const attempt = experiment.start({ ...experiment.options, ...options });
  await expect(attempt).rejects.toThrow(Refusal);
  await expect(attempt).rejects.toThrow(sentence);
});
