import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { MAJORS } from '../../contract/majors.ts';
import { REPOSITORY, workspaces } from '../modules.ts';
import { resourcesIn, resourcesOf } from './needs.ts';
import { type House, readHouse, readSource } from './reach.ts';

test.each([
  ["import { call } from '@vimarsh/shared/contract/calls/types.ts';", ['calls']],
  ["import type { Call } from '@vimarsh/shared/contract/calls/types.ts';", ['calls']],
  ["export { listCalls } from '@vimarsh/shared/contract/calls/routes.ts';", ['calls']],
  ["import {\n  a,\n  b,\n} from '@vimarsh/shared/contract/saved-views/routes.ts';", ['saved-views']],
  ["const { readClock } = await import('@vimarsh/shared/contract/market/routes.ts');", ['market']],
  ["import { text } from '@vimarsh/shared/contract/text.ts';", []],
  ["import { istDay } from '@vimarsh/shared/domain/market/calendar.ts';", []],
])('%s is built against %j', (source, resources) => {
  expect(resourcesIn(source)).toEqual(resources);
});

test('every resource of the contract has its own major', () => {
  const folders = readdirSync(`${REPOSITORY}shared/contract`, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []));
  expect(Object.keys(MAJORS).sort()).toEqual(['contract', 'session', ...folders].sort());
});

/** A house made of these files, whose specifiers are paths. */
function houseOf(files: Record<string, string>): House {
  return { sources: new Map(Object.entries(files).map(([file, text]) => [file, readSource(text)])), resolve: (_, specifier) => specifier };
}

test.each([
  ['a hook of kit', "import { useCalls } from 'shared/kit/a.ts';\nexport const page = () => useCalls();\n", ['calls']],
  ['another hook of the same file', "import { useClock } from 'shared/kit/a.ts';\nexport const page = () => useClock();\n", ['market']],
  ['a component that calls a rule', "import { Card } from 'shared/ui/b.ts';\nexport const page = () => Card;\n", ['orders']],
  ['the session', "import { signIn } from 'shared/session/d.ts';\nexport const page = () => signIn();\n", []],
  ['nothing', 'export const page = 1;\n', []],
])('a module needs what %s needs', (_what, index, resources) => {
  const files = {
    'mf-x/src/index.ts': index,
    'mf-x/src/index.test.ts': "import { useClock } from 'shared/kit/a.ts';\nuseClock();\n",
    'shared/kit/a.ts':
      "import { list } from 'shared/contract/calls/routes.ts';\nimport { clock } from 'shared/contract/market/routes.ts';\nexport const useCalls = () => list;\nexport const useClock = () => clock;\n",
    'shared/ui/b.ts': "import { rule } from 'shared/domain/c.ts';\nexport const Card = () => rule();\n",
    'shared/domain/c.ts': "import { order } from 'shared/contract/orders/types.ts';\nexport function rule() { return order; }\n",
    'shared/session/d.ts': "import { sign } from 'shared/contract/identity/routes.ts';\nexport const signIn = () => sign;\n",
    'shared/contract/calls/routes.ts': 'export const list = 1;\n',
    'shared/contract/market/routes.ts': 'export const clock = 1;\n',
    'shared/contract/orders/types.ts': 'export const order = 1;\n',
    'shared/contract/identity/routes.ts': 'export const sign = 1;\n',
  };
  expect(resourcesOf('mf-x', houseOf(files), (file) => files[file as keyof typeof files])).toEqual(resources);
});

describe('every module', () => {
  const house = readHouse(REPOSITORY, (file) => !/^(api|e2e|lab)\//.test(file));

  test.each(workspaces().filter(({ name }) => name !== 'shared'))(
    '$name names the resources it is built against, no more and no fewer',
    ({ dir, manifest }) => {
      const built = ['contract', 'session', ...resourcesOf(dir.slice(REPOSITORY.length).replace(/\/$/, ''), house)];
      expect(manifest.needs).toEqual(Object.fromEntries(built.map((what) => [what, MAJORS[what as keyof typeof MAJORS]])));
    },
  );
});
