import { expect, test } from 'vitest';
import { reachedBy } from './last-checked.ts';

const TESTS = [
  ['shared/ui/button.test.tsx', 'render(<Button />)'],
  ['shared/build/laws.test.ts', 'const text = readFileSync(path)'],
] as const;

test.each([
  ['no commit is known to be green', null, 'all'],
  ['nothing', [], []],
  ['code', ['shared/ui/button.tsx'], ['shared/ui/button.tsx', 'shared/build/laws.test.ts']],
  ['a test that reads files', ['shared/build/laws.test.ts'], ['shared/build/laws.test.ts']],
  ['a manifest', ['shared/ui/button.tsx', 'mf-auth/module.json'], 'all'],
  ['a text', ['README.md'], 'all'],
  ['an installed package', ['package-lock.json'], 'all'],
] as const)('%s', (_, changed, reached) => {
  expect(reachedBy(changed, () => TESTS)).toEqual(reached);
});
