import { expect, test } from '@playwright/test';
import { missingServices } from '../support/faults/nodes.ts';
import { madeReleases, type ReleaseFolders } from '../support/faults/release-folders.ts';
import { runReleases } from '../support/faults/releases-run.ts';
import { TEMPLATE } from '../support/stack.ts';

let folders: ReleaseFolders;
test.beforeAll(async () => {
  folders = await madeReleases();
});
test.afterAll(() => folders.remove());

for (const database of ['embedded', 'postgres'] as const)
  test(`three releases serve one database forth and back under load, and one that is two behind is refused (${database})`, async () => {
    const missing = database === 'postgres' ? await missingServices() : '';
    if (missing && process.env.CI === 'true') throw new Error(`CI needs ${missing}.`);
    test.skip(missing !== '', `needs ${missing}`);
    test.setTimeout(600_000);
    const verdict = await runReleases({ releases: folders.releases, database, template: TEMPLATE, workMs: 700, say: (line) => console.log(line) });
    expect(verdict.wrong).toEqual([]);
    expect(verdict.refusal).toMatch(
      /^The database is of release (\d+) of the tables and this server of release \d+, which serves one release ahead at most: start release \d+ or newer\.$/,
    );
    expect(verdict.refusalCode).toBe(1);
    // All six changes wait for four acknowledged pieces of work and for six answers, however slow the machine.
    expect(verdict.acknowledged).toBeGreaterThanOrEqual(6 * 4);
    expect(verdict.reads).toBeGreaterThanOrEqual(6 * 6);
  });
