import { mkdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { ENVIRONMENTS } from '@vimarsh/shared/domain/partners/demo/environments.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PlatformProcess } from '../platform/platform.create.ts';
import { openPlatform } from '../platform/testing.ts';
import { createTexts } from './index.ts';

/** What a text is, and who may read it, does not depend on the database: it lies in files. */
describe('texts in the folder of the server', () => {
  let platform: PlatformProcess;
  let end: () => Promise<void>;
  let folder: string;
  let now = new Date('2026-11-23T06:00:00Z');
  const said: string[] = [];
  const neem = ENVIRONMENTS[0]!;
  beforeAll(async () => {
    ({ platform, end } = await openPlatform({ database: 'pglite', log: { write: (line: string) => void said.push(line) } }));
    platform.tenant((host) => (host.startsWith(neem.utm_source_str) ? neem : null));
    folder = `${platform.config.DATA_DIR}/texts`;
    await createTexts(platform, { clock: () => now, everyMs: 150 });
    await platform.start();
  });
  afterAll(() => end());

  const get = async (path: string, host = 'localhost') => {
    const answer = await platform.app.inject({ url: `/base/v1/texts/${path}`, headers: { host } });
    return { http: answer.statusCode, ...answer.json() };
  };
  const file = (body: string, more = '') =>
    `---\ntitle: Disclaimer\nintro: Words for {site}.\neffective: 2026-11-23\nowner: Legal\nsource: Own wording\n${more}---\n\n## One {#one}\n\n${body}\n`;
  let touched = 0;
  async function put(path: string, body: string): Promise<void> {
    await mkdir(`${folder}/${path}`.replace(/\/[^/]+$/, ''), { recursive: true });
    await writeFile(`${folder}/${path}`, body);
    touched += 1;
    await utimes(`${folder}/${path}`, touched, touched);
  }
  const remarks = async () => (await platform.app.inject({ url: '/readyz' })).json().remarks ?? [];

  test('what comes with the server lies there, readable to its owner alone', async () => {
    expect(await readFile(`${folder}/retail/faq/1.0.0.md`, 'utf8')).toContain('title: FAQs');
    expect((await stat(`${folder}/retail/faq/1.0.0.md`)).mode & 0o077).toBe(0);
    expect(await get('retail/faq')).toMatchObject({ http: 200, data: { title: 'FAQs', version: '1.0.0', state: 'in-force' } });
    expect(await remarks()).toEqual([]);
  });

  test('what a set lacks stands in common; what nobody wrote is not found (S2.3-BRK-A01)', async () => {
    expect((await get('brokers/about-us')).data.title).toBe('About us');
    expect((await get('brokers/nothing')).http).toBe(404);
    expect((await get('strangers/faq')).http).toBe(400);
    expect((await get('retail/faq?version=1')).http).toBe(400);
  });

  test('a new version holds from its day on, and the old one can still be read', async () => {
    await put('retail/disclaimer/1.1.0.md', file('New words.', 'changes:\n- Shorter.\n').replace('2026-11-23', '2026-12-01'));
    await expect.poll(async () => (await get('retail/disclaimer')).data.versions.length, { timeout: 20_000 }).toBe(2);
    expect((await get('retail/disclaimer')).data).toMatchObject({
      version: '1.0.0',
      versions: [{ version: '1.1.0', state: 'coming', changes: ['Shorter.'] }, { state: 'in-force' }],
    });
    // 1 December begins in India at 18:30 UTC of the day before.
    now = new Date('2026-11-30T18:29:59Z');
    expect((await get('retail/disclaimer')).data.version).toBe('1.0.0');
    now = new Date('2026-11-30T18:30:00Z');
    expect((await get('retail/disclaimer')).data.version).toBe('1.1.0');
    expect((await get('retail/disclaimer?version=1.0.0')).data).toMatchObject({ version: '1.0.0', state: 'past' });
  });

  test('a partner may have words of its own, on its host only', async () => {
    await put(`retail/disclaimer@${neem.utm_source_str}/1.0.0.md`, file('Only here.'));
    await expect
      .poll(async () => (await get('retail/disclaimer', `${neem.utm_source_str}.localhost`)).data.intro, { timeout: 20_000 })
      .toBe(`Words for ${neem.utm_source}.`);
    expect((await get('retail/disclaimer')).data.sections[0].blocks[0].text).not.toBe('Only here.');
  });

  test('customers of a broker without plans read no price, everybody else does', async () => {
    const said = async (host?: string) => JSON.stringify((await get('retail/faq', host)).data);
    expect(neem.tier).toBe('brokerWithoutPlans');
    expect(await said()).toContain('₹499');
    expect(await said(`${neem.utm_source_str}.localhost`)).not.toMatch(/₹499|Premium/);
  });

  test('a broken file leaves what was in force, and log and readiness say which and why', async () => {
    await put('advisors/disclaimer/1.1.0.md', file('Returns are guaranteed.'));
    await expect.poll(remarks, { timeout: 20_000 }).toEqual(['texts/advisors/disclaimer/1.1.0.md can’t be used; see the log']);
    expect((await platform.app.inject({ url: '/readyz' })).statusCode).toBe(200);
    expect((await get('advisors/disclaimer')).data.sections[0].id).toBe('author');
    expect(said.filter((line) => line.includes('advisors/disclaimer/1.1.0.md') && line.includes('promises too much'))).toHaveLength(1);
    await put('advisors/disclaimer/1.1.0.md', file('Mended.'));
    await expect.poll(remarks, { timeout: 20_000 }).toEqual([]);
    expect((await get('advisors/disclaimer')).data.sections[0].blocks[0].text).toBe('Mended.');
  });

  test('terms that nobody agreed to don’t come into force by a file', async () => {
    await put('retail/terms-condition/1.0.1.md', file('You owe us a house.'));
    await expect.poll(remarks, { timeout: 20_000 }).toEqual(['texts/retail/terms-condition/1.0.1.md can’t be used; see the log']);
    expect((await get('retail/terms-condition')).data.version).toBe('1.0.0');
    await rm(`${folder}/retail/terms-condition/1.0.1.md`);
    await expect.poll(remarks, { timeout: 20_000 }).toEqual([]);
  });

  test('a file in no text’s place is told of', async () => {
    await put('retail/faq/draft.md', file('Words.'));
    await expect.poll(remarks, { timeout: 20_000 }).toEqual(['texts/retail/faq/draft.md can’t be used; see the log']);
    await rm(`${folder}/retail/faq/draft.md`);
  });
});
