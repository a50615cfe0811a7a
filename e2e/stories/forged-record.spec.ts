import { execFileSync } from 'node:child_process';
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from '../support/folders.ts';
import { twoWitnesses } from '../support/record/witnesses.ts';
import { REPOSITORY, startStack } from '../support/stack.ts';
import { expect, test } from '../support/story.ts';

interface Forgery {
  readonly name: string;
  /** What a witness that looks says: null, it can't see this. */
  readonly witness: RegExp | null;
  /** What the server is told when it starts. */
  readonly server: RegExp | null;
  /** What the browser says that was there before. */
  readonly browser: RegExp;
}

const REWRITTEN = /^the \d+ entries that were co-signed are not the first of these \d+$|^a fork: another tree of \d+ entries was co-signed$/;
const OTHER_PAST = /not the beginning of this log|another tree of \d+ entries/;
const FORGERIES: readonly Forgery[] = [
  {
    name: 'foreign key',
    witness: /^not signed with the key of the log$/,
    server: /it knows the log by another key than the one that signed this head/,
    browser: /Signed with a foreign key, not with the key this browser has seen since/,
  },
  {
    name: 'backdated',
    witness: REWRITTEN,
    server: OTHER_PAST,
    browser: /Since this browser looked on .*: the past was rewritten|entries it had are not the first/,
  },
  {
    name: 'truncated',
    witness: /^the log was cut: \d+ entries were co-signed, now there are \d+$/,
    server: /it co-signed \d+ entries, and the log has \d+ now: some were cut off/,
    browser: /Since this browser looked on .*: the log was cut: it had [\d,]+ entries and has [\d,]+ now/,
  },
  {
    name: 'altered event',
    witness: REWRITTEN,
    server: OTHER_PAST,
    browser: /Since this browser looked on .*: another tree of [\d,]+ entries is shown: the past was rewritten/,
  },
  // No log holds what a page draws: the browser compares it with the events, and the server's own check does (api/src/ledger/audit/audit.db.test.ts).
  { name: 'altered card', witness: null, server: null, browser: /^The page shows another .*result.* than the record gives$/ },
];

test('Whoever holds database and key rewrites the record in five ways; witnesses, server and a browser that was there before say so', async ({ page }) => {
  test.setTimeout(600_000);
  const witnesses = await twoWitnesses();
  const stack = await startStack({ env: { WITNESSES: witnesses.setting } });
  const report = () => witnesses.report(stack.portal);
  const verify = async (): Promise<void> => {
    const proof = page.waitForResponse(/\/reco\/v1\/calls\/\w+\/proof$/);
    await page.goto(`${stack.portal}/`);
    await page.getByRole('link', { name: 'Verify a record' }).click();
    await page.getByRole('button', { name: 'Verify this record' }).click();
    callId = /calls\/(\w+)\/proof/.exec((await proof).url())![1]!;
  };
  let callId = '';
  try {
    witnesses.watch(stack.portal);
    await expect.poll(async () => (await report()).witnesses.map(({ state }) => state), { timeout: 60_000 }).toEqual(['cosigned', 'cosigned']);
    await verify();
    await expect(page.getByText(/^This record holds\./)).toBeVisible();
    await expect(page.getByText(/^Co-signed by witness-1\.localhost on .* and witness-2\.localhost on /)).toBeVisible();

    const honest = makeFolder(false);
    const before = (await witnesses.stateOf(0)).head!.size;
    await stack.restart(() => cpSync(stack.dataDir, honest, { recursive: true }));
    for (const { name, witness, server, browser } of FORGERIES) {
      await test.step(name, async () => {
        const logged = stack.log().length;
        await stack.restart(() => {
          for (const part of ['postgres', 'keys']) {
            rmSync(join(stack.dataDir, part), { recursive: true });
            cpSync(join(honest, part), join(stack.dataDir, part), { recursive: true });
          }
          execFileSync(process.execPath, [`${REPOSITORY}e2e/support/record/forge.ts`, name, callId], {
            env: { ...process.env, DATA_DIR: stack.dataDir, LOG_LEVEL: 'silent' },
          });
        });
        if (witness && server) {
          for (const at of [0, 1] as const)
            await expect.poll(async () => (await witnesses.stateOf(at)).refused?.why ?? '', { message: `${name}: witness ${at + 1}` }).toMatch(witness);
          await expect.poll(async () => (await report()).witnesses.map(({ refusal }) => server.test(refusal?.why ?? ''))).toEqual([true, true]);
          expect(stack.log().slice(logged)).toContain('A witness refuses the head of the log');
        }
        await verify();
        await expect(page.getByText(/^This record does not hold\./)).toBeVisible();
        await expect(page.getByText(browser).first(), name).toBeVisible();
        expect((await witnesses.stateOf(0)).head?.size, 'nothing forged was co-signed').toBe(before);
      });
    }
    await page.goto(`${stack.portal}/vimarsh-compliance`);
    await expect(page.getByRole('list', { name: 'Witnesses of the record' })).toContainText('witness-1.localhost');
  } finally {
    witnesses.stop();
    await stack.stop();
  }
});
