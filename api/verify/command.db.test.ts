import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Receipt } from '@vimarsh/shared/contract/receipt/types.ts';
import { eventsIn } from '@vimarsh/shared/domain/calls/author-step.ts';
import { equitySteps } from '@vimarsh/shared/domain/calls/equity/equity-steps.ts';
import { receiptLine } from '@vimarsh/shared/domain/calls/receipt.ts';
import { snapToTick } from '@vimarsh/shared/domain/market/ticks.ts';
import { unzipSync, zipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { verifiedElsewhere } from '../src/calls/demo/export.testing.ts';
import { type OptionStage, optionDraftOf } from '../src/calls/options/drafts.testing.ts';
import { draftOf, openStage, type Stage } from '../src/calls/testing.ts';
import { createEvidence } from '../src/evidence/index.ts';
import { buildCommand } from './build.ts';
import type { Export } from './src/export.ts';

const folder = mkdtempSync(join(tmpdir(), 'vimarsh-command-'));
const file = (name: string): string => join(folder, name);

/** The published command, as one file, against a server that answers over a real port. */
describe('@vimarsh/verify', () => {
  let stage: Stage;
  let portal: string;
  let key: string;
  let receipt: Receipt;
  /** An option call. */
  let option: string;
  beforeAll(async () => {
    writeFileSync(file('package.json'), '{"type":"module"}');
    await buildCommand(folder);
    stage = await openStage({
      ...{ database: 'pglite', start: '2026-11-20T05:00:00.000Z', authorRecords: true },
      compose: (platform, parts) => createEvidence(platform, parts),
    });
    for (const stock of ['TCS', 'INFY']) receipt = await publish(stock);
    option = await publishOption();
    // Visitors may read a call from the trading day after its end.
    await stage.goTo('2026-12-31T13:30:00.000Z');
    portal = await stage.platform.app.listen({ port: 0, host: '127.0.0.1' });
    key = (await stage.ledger.file()).public_key;
  });
  afterAll(async () => {
    await stage?.end();
    rmSync(folder, { recursive: true });
  });

  async function publish(stock: string): Promise<Receipt> {
    const { ltp } = stage.market.quote(stock)!;
    const { tick } = stage.market.instrument(stock)!;
    const at = (pct: number) => snapToTick(ltp * (1 + pct / 100), tick);
    const levels = { entry_low: at(0), entry_high: at(0), target: at(5), stop_loss: at(-5) };
    const { data, validation } = await stage.post('exp_01', '/reco/v1/calls', {
      cid: `call-on-${stock}`,
      draft: draftOf({ stock, valid_till: '2026-12-11', ...levels }),
    });
    expect(validation).toBe('');
    return data.receipt;
  }
  async function publishOption(): Promise<string> {
    const draft = await optionDraftOf(
      stage.market as OptionStage,
      'NIFTY',
      '2026-11-23',
      [
        ['sell', 'CE', 4],
        ['buy', 'CE', 8],
        ['sell', 'PE', -4],
        ['buy', 'PE', -8],
      ],
      { target: { basis: 'pnl', value: 1500 }, stop: { basis: 'pnl', value: -1500 } },
    );
    const { data, validation } = await stage.post('exp_01', '/reco/v1/options/calls', { cid: 'condor', draft });
    expect(validation).toBe('');
    return data.id;
  }
  /** Exit code, and what it says. */
  const run = (...words: string[]): Promise<{ code: number; said: string }> => runBuilt('verify.js', ...words);
  const runBuilt = (built: string, ...words: string[]): Promise<{ code: number; said: string }> =>
    new Promise((resolve) => {
      execFile(process.execPath, [file(built), ...words], { encoding: 'utf8' }, (error, stdout, stderr) =>
        resolve({ code: error ? Number(error.code) : 0, said: stdout + stderr }),
      );
    });

  /** Every line that says whether something holds, which only the last may. */
  const verdicts = (said: string): string[] => {
    const lines = said.trimEnd().split('\n');
    expect(lines.at(-1)).toMatch(/^This .+ holds?\.$/);
    return lines.filter((line) => /holds?\.$/.test(line));
  };

  test('a receipt: its line, or a file with a message; another key and another receipt fail by name', async () => {
    const from = ['--from', portal];
    const good = await run(receiptLine(receipt), ...from, '--key', key);
    expect(good).toMatchObject({ code: 0, said: expect.stringContaining('✓ The log holds what was promised') });
    writeFileSync(file('message.txt'), `A new call.\n\n${receiptLine(receipt)}\n`);
    expect(await run(file('message.txt'), ...from)).toMatchObject({
      code: 0,
      said: expect.stringContaining(`No key was given, so the one that is published beside the record is believed: ${key}`),
    });
    expect(await run(receiptLine(receipt), ...from, '--key', 'A'.repeat(43))).toMatchObject({
      code: 1,
      said: expect.stringContaining('✗ The key is the ledger’s: Signed with a foreign key'),
    });
    expect(await run(receiptLine({ ...receipt, root_date: '2026-11-23' }), ...from)).toMatchObject({
      code: 1,
      said: expect.stringContaining('✗ The receipt is signed as it is'),
    });
  });

  test('a portal: the whole log, kept in a file, which holds without a network, and not once it was changed', async () => {
    const whole = await run(portal, '--key', key, '--save', file('record.json'));
    expect(whole).toMatchObject({ code: 0, said: expect.stringContaining('✓ All entries give the signed root') });
    const kept = JSON.parse(readFileSync(file('record.json'), 'utf8')) as Export;
    expect(kept.calls.length).toBe(3);
    expect(kept.receipts!.length).toBeGreaterThanOrEqual(4);
    writeFileSync(file('head'), kept.checkpoint!);
    const again = await run(file('record.json'), '--key', key, '--before', file('head'));
    expect(again).toMatchObject({ code: 0, said: expect.stringContaining('3 of 3 calls hold') });
    const changed = (change: (copy: Export) => void): Promise<{ code: number; said: string }> => {
      const copy = structuredClone(kept);
      change(copy);
      writeFileSync(file('changed.json'), JSON.stringify(copy));
      return run(file('changed.json'), '--key', key, '--before', file('head'));
    };
    expect(await changed(({ calls }) => void Object.assign(calls[0]!.shown, { status: 'target_hit', realised_return: 99 }))).toMatchObject({
      code: 1,
      said: expect.stringMatching(/✗ This page shows what the record gives: The page shows another (outcome, )?result/),
    });
    const altered = await changed(({ calls }) => void Object.assign(calls[0]!.shown, { status: 'target_hit', realised_return: 99 }));
    expect(verdicts(altered.said), 'one verdict, on the whole, at the end').toEqual(['This record does not hold.']);
    expect(altered.said).toContain(`call ${kept.calls[0]!.proof.call_id}\n`);
    expect(verdicts(again.said)).toEqual(['This record holds.']);
    const cut = await changed((copy) => void Object.assign(copy, { leaves: Buffer.from(copy.leaves, 'base64').subarray(32).toString('base64') }));
    expect(cut.code).not.toBe(0);
  });

  test('an evidence file: held without a network, found out by the name of a file, refused where it is broken or has two files of one name', async () => {
    const zip = Buffer.from((await stage.get('exp_01', '/auth/v1/evidence')).data.zip, 'base64');
    const check = (bytes: Uint8Array, ...words: string[]) => {
      writeFileSync(file('my-evidence.zip'), bytes);
      return run(file('my-evidence.zip'), ...words);
    };
    const good = await check(zip, '--key', key);
    expect(good).toMatchObject({ code: 0, said: expect.stringContaining('✓ What it says of calls is what the ledger signed: Proofs and receipts of 3 calls') });
    expect(verdicts(good.said)).toEqual(['This evidence file holds.']);
    expect(await check(zip)).toMatchObject({ code: 0, said: expect.stringContaining(`No key was given, so the one in the file is believed: ${key}`) });
    expect(await check(zip, '--key', key, '--from', portal)).toMatchObject({ code: 0 });
    expect(await check(zip, '--key', 'A'.repeat(43))).toMatchObject({
      code: 1,
      said: expect.stringContaining('✗ The key is the ledger’s: Signed with a foreign key'),
    });
    const files = unzipSync(zip);
    const changed = await check(zipSync({ ...files, 'calls.csv': Buffer.concat([files['calls.csv']!, Buffer.from('x')]) }), '--key', key);
    expect(changed).toMatchObject({ code: 1, said: expect.stringContaining('✗ Each file is as it was: Does not hold for calls.csv') });
    expect(verdicts(changed.said)).toEqual(['This evidence file does not hold.']);
    expect(await check(zip.subarray(0, zip.length - 200))).toMatchObject({ code: 2, said: expect.stringContaining('can’t be unpacked') });
    const bomb = Buffer.from(zip);
    // In the directory, where its name stands 46 bytes behind the entry's begin.
    bomb.writeUInt32LE(2 ** 30, bomb.lastIndexOf('calls.csv') - 46 + 24);
    expect(await check(bomb)).toEqual({
      code: 1,
      said: 'calls.csv in this zip unpacks to more than 64 MB: it is no evidence file, and nothing in it was looked at.\n',
    });
    const twice = Buffer.from(zipSync({ ...files, 'callz.csv': Buffer.from('x') }))
      .toString('latin1')
      .replaceAll('callz.csv', 'calls.csv');
    expect(await check(Buffer.from(twice, 'latin1'))).toMatchObject({ code: 2, said: expect.stringContaining('two files calls.csv') });
  });

  test('two names that somebody swapped in the database are noticed by the check of the whole record, a page’s check, this command and a stranger’s program', async () => {
    const names = () => ['exp_01', 'exp_02'].map((id) => stage.experts.get(id)!);
    const [one, two] = names().map(({ full_name, reg_no }) => ({ full_name, reg_no }));
    const saved = async (): Promise<Export> => {
      await run(portal, '--key', key, '--save', file('swapped.json'));
      return JSON.parse(readFileSync(file('swapped.json'), 'utf8')) as Export;
    };
    const page = async () => {
      const shown = (await stage.get('exp_01', `/reco/v1/calls/${receipt.call_id}`)).data;
      const proof = (await stage.get('exp_01', `/reco/v1/calls/${receipt.call_id}/proof`)).data;
      const author = (await stage.get('', '/reco/v1/authors/exp_01/record')).data;
      return equitySteps(shown, eventsIn(proof), eventsIn(author)).filter(({ ok }) => !ok);
    };
    const audit = () => stage.ledger.audit({ page: 1000, pause: async () => undefined });
    const noticed = 'The author is the one who was signed: The page shows another name, registration number than was signed';

    expect(await audit()).toBeGreaterThan(0);
    expect(await page()).toEqual([]);
    expect(verifiedElsewhere((await saved()) as never, key)).toEqual([expect.stringContaining('3 calls hold')]);
    // As their names are cached, in place.
    Object.assign(names()[0]!, two);
    Object.assign(names()[1]!, one);
    try {
      await expect(audit()).rejects.toThrow('author exp_01 is shown with another name, category, number, validity or standing than was signed');
      expect(await page()).toMatchObject([{ label: 'The author is the one who was signed' }]);
      expect(await run(`${portal}/?reco=${receipt.call_id}`, '--key', key)).toMatchObject({ code: 1, said: expect.stringContaining(`✗ ${noticed}`) });
      const exported = await saved();
      expect(await run(file('swapped.json'), '--key', key)).toMatchObject({ code: 1, said: expect.stringContaining(noticed) });
      expect(verifiedElsewhere(exported as never, key)).toContain(`call ${receipt.call_id}: the page shows another full_name of its author than was signed`);
      const zip = Buffer.from((await stage.get('exp_01', '/auth/v1/evidence')).data.zip, 'base64');
      writeFileSync(file('swapped.zip'), zip);
      expect(await run(file('swapped.zip'), '--key', key)).toMatchObject({
        code: 1,
        said: expect.stringContaining('✗ What it says of calls is what the ledger signed: Does not hold for calls/'),
      });
    } finally {
      Object.assign(names()[0]!, one);
      Object.assign(names()[1]!, two);
    }
  });

  test('a call: the check of its page, also where it may not be read', async () => {
    expect(await run(`${portal}/?reco=${receipt.call_id}`, '--key', key)).toMatchObject({
      code: 0,
      said: expect.stringContaining('✓ The log holds each event'),
    });
    expect(await run(`${portal}/expert-past-strategy-options?reco=${option}`, '--key', key), 'of whatever kind it is').toMatchObject({
      code: 0,
      said: expect.stringMatching(
        /^The option call on NIFTY, \w+( \w+)*\n[\s\S]*✓ This page shows what the record gives[\s\S]*✓ The log holds each event[\s\S]*This call holds\.$/m,
      ),
    });
    expect(await run(`${portal}/?reco=no-such-call`)).toMatchObject({ code: 2 });
  });

  test('built with the key of a site, it needs none given, and another site’s is foreign to it', async () => {
    const ask = async (built: string, ...keys: string[]) => {
      await buildCommand(file(built), keys);
      return runBuilt(`${built}/verify.js`, receiptLine(receipt), '--from', portal);
    };
    const [own, other] = [await ask('own', key), await ask('other', 'A'.repeat(43))];
    expect(own).toMatchObject({ code: 0, said: expect.not.stringContaining('No key was given') });
    expect(other).toMatchObject({
      code: 1,
      said: expect.stringMatching(/✗ The key is the ledger’s: Signed with a foreign key, not with the key built into this package/),
    });
  });

  test('what can’t be checked says why, with exit code 2', async () => {
    for (const [words, why] of [
      [[], 'Checks Vimarsh’s record of calls.'],
      [['Is this true?'], 'This is neither a receipt'],
      [['vr1.AAAA'], 'This begins like a receipt, but a part is missing or was changed.'],
      [[receiptLine(receipt).slice(0, -7)], 'Copy it again from the original message.'],
      [['http://127.0.0.1:9/'], 'does not answer'],
    ] as const)
      expect(await run(...words)).toMatchObject({ code: 2, said: expect.stringContaining(why) });
  });
});
