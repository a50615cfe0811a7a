import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { REPOSITORY } from '../modules.ts';
import { findFloatingPromises } from './promises.ts';

test.each([
  ['a call that nobody waits for', 'save();', 1],
  ['a method of a typed value', 'keeper.save();', 1],
  ['a call of a library', "writeFile('a', 'b');", 1],
  ['an awaited call', 'await save();', 0],
  ['a call that is left alone on purpose', 'void save();', 0],
  ['a call whose failure is handled', 'save().catch(() => undefined);', 0],
])('%s', async (_what, statement, found) => {
  const folder = mkdtempSync(join(tmpdir(), 'vimarsh-promises-'));
  try {
    writeFileSync(
      join(folder, 'sample.ts'),
      `import { writeFile } from 'node:fs/promises';
interface Keeper { save(): Promise<void> }
declare const keeper: Keeper;
const save = async (): Promise<void> => undefined;
export async function sample(): Promise<void> {
  ${statement}
}
export { keeper, save, writeFile };
`,
    );
    writeFileSync(
      join(folder, 'tsconfig.json'),
      JSON.stringify({ compilerOptions: { strict: true, module: 'nodenext', types: ['node'], typeRoots: [`${REPOSITORY}node_modules/@types`] } }),
    );
    const { ok, output } = await findFloatingPromises(folder);
    expect([ok, output.split('no-floating-promises').length - 1], output).toEqual([found === 0, found]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
