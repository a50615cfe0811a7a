import { expect, test } from 'vitest';
import { reachedBy, unitTests } from './last-checked.ts';

const TESTS = [
  ['shared/ui/fields/button.test.tsx', 'render(<Button />)'],
  ['shared/build/checks/laws.test.ts', 'const text = readFileSync(path)'],
] as const;

test.each([
  ['no commit is known to be green', null, 'all'],
  ['nothing', [], []],
  ['code', ['shared/ui/fields/button.tsx'], ['shared/ui/fields/button.tsx', 'shared/build/checks/laws.test.ts']],
  ['a test that reads files', ['shared/build/checks/laws.test.ts'], ['shared/build/checks/laws.test.ts']],
  ['a manifest', ['shared/ui/fields/button.tsx', 'mf-auth/module.json'], 'all'],
  ['a text', ['README.md'], 'all'],
  ['an installed package', ['package-lock.json'], 'all'],
] as const)('%s', (_, changed, reached) => {
  expect(reachedBy(changed, () => TESTS)).toEqual(reached);
});

test('tests whose files are read for them are known as well: the sentences of the screens, the addresses, the laws', () => {
  const reached = reachedBy(['shared/ui/fields/button.tsx'], unitTests);
  for (const name of ['shared/build/texts/sentences', 'shared/build/checks/addresses', 'root-config/hindi/lists/whole'])
    expect(reached).toContain(`${name}.test.ts`);
  expect(reached).not.toContain('shared/ui/fields/button.test.tsx');
});
