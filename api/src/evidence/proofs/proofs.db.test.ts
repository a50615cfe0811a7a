import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkEvidence, type UnpackedFiles } from '@vimarsh/shared/domain/evidence/check-evidence.ts';
import { snapToTick } from '@vimarsh/shared/domain/market/ticks.ts';
import { zipSync } from 'fflate';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { followersStep } from '../../../verify/src/followers.ts';
import { shownSteps } from '../../../verify/src/shown.ts';
import { draftOf, openStage, type Stage } from '../../calls/testing.ts';
import { python } from '../../platform/testing/python.testing.ts';
import { filesIn, resigned, textOf, unzip } from '../evidence.testing.ts';
import { createProofs } from './create-proofs.ts';

const VERIFIER = fileURLToPath(new URL('../../../../e2e/record/verify.py', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'vimarsh-proofs-'));
const STOCKS = ['INFY', 'TITAN', 'TCS', 'SBIN', 'WIPRO', 'HDFCBANK', 'ITC', 'RELIANCE', 'MARUTI', 'LT', 'M&M'];

let stage: Stage;
let key: string;
/** An ended call on INFY, and a live call of the same expert. */
let ended: string;
let live: string;

async function publish(stock: string, mode: 'market' | 'range' = 'market'): Promise<string> {
  const { ltp } = stage.market.quote(stock)!;
  const { tick } = stage.market.instrument(stock)!;
  const at = (pct: number): number => snapToTick(ltp * (1 + pct / 100), tick);
  const entry = mode === 'market' ? { entry_low: ltp, entry_high: ltp } : { entry_mode: mode, entry_low: at(-0.4), entry_high: at(0.4) };
  const draft = draftOf({ stock, ...entry, target: at(19), stop_loss: at(-9), valid_till: '2026-12-11' });
  const { data, validation } = await stage.post('exp_01', '/reco/v1/calls', { cid: `new-${stock.replace('&', '')}-${stage.market.now().getTime()}`, draft });
  expect(validation).toBe('');
  return data.id;
}

beforeAll(async () => {
  stage = await openStage({
    database: 'pglite',
    authorRecords: true,
    start: '2026-11-20T05:00:00.000Z',
    limits: { open: 20, perDay: 20, perSector: 20 },
    compose: (platform, { calls, identity, ledger, market }) =>
      createProofs(platform, {
        calls,
        identity,
        ledger,
        market,
        performance: { followerOf: (call) => stage.performance.followerOf(call), figuresOf: (...of) => stage.performance.figuresOf(...of) },
      }),
  });
  for (const stock of STOCKS) await publish(stock, stock === 'TCS' ? 'range' : 'market');
  ended = (await stage.db.selectFrom('calls').select('id').where('stock', '=', 'INFY').executeTakeFirstOrThrow()).id;
  await stage.goTo('2026-11-20T05:10:00.000Z');
  // One leaves so late that its follower's price is the first of Monday.
  for (const { id, stock } of await stage.db.selectFrom('calls').select(['id', 'stock']).execute())
    if (stock !== 'LT') await stage.post('exp_01', `/reco/v1/calls/${id}/exit`, { cid: `out-${id}`, reason: 'Capital is better used elsewhere.' });
  await stage.goTo('2026-11-20T09:44:20.000Z');
  for (const { id } of await stage.db.selectFrom('calls').select('id').where('stock', '=', 'LT').execute())
    await stage.post('exp_01', `/reco/v1/calls/${id}/exit`, { cid: `out-${id}`, reason: 'Capital is better used elsewhere.' });
  await stage.goTo('2026-11-20T13:30:00.000Z');
  await stage.goTo('2026-11-23T05:00:00.000Z');
  live = await publish('INFY');
  key = (await stage.ledger.file()).public_key;
}, 300_000);
afterAll(async () => {
  await stage?.end();
  rmSync(folder, { recursive: true });
});

const fileOf = async (who: string, url: string): Promise<UnpackedFiles> => {
  const { data, validation } = await stage.get(who, url);
  expect(validation).toBe('');
  return filesIn(data);
};
const verified = (files: UnpackedFiles, ...more: string[]): Promise<string> => {
  const path = join(folder, 'file.zip');
  writeFileSync(path, zipSync(Object.fromEntries(files), { level: 0 }));
  return new Promise((resolve) =>
    execFile(python(), [VERIFIER, path, '--key', key, ...more], { timeout: 60_000 }, (error, stdout, stderr) =>
      resolve(`${stdout}${error ? stderr : ''}`.trim()),
    ),
  );
};
const changed = (files: UnpackedFiles, path: string, change: (text: string) => string): UnpackedFiles => {
  const copy = new Map(files);
  const text = change(textOf(files, path));
  expect(text, path).not.toBe(textOf(files, path));
  return copy.set(path, new TextEncoder().encode(text));
};
/** What the verifier says of files that somebody with the ledger's key signed anew; of an altered file it says only that. */
const faultsOf = async (files: UnpackedFiles): Promise<string[]> =>
  (await verified(await resigned(files, (text) => stage.ledger.signManifest(text)))).split('\n');

test('one call: everything that proves it, checked by a program written from the document, without a network', async () => {
  const files = await fileOf('usr_pro', `/reco/v1/calls/${ended}/file`);
  expect([...files.keys()]).toEqual([
    'README.txt',
    'method.txt',
    `calls/${ended}/record.json`,
    ...[1, 2, 3, 4].flatMap((n) => [`calls/${ended}/events/${n}.json`, `calls/${ended}/events/${n}.tlog-proof`]),
    ...['record.json', 'events/1.json', 'events/1.tlog-proof'].map((name) => `authors/exp_01/${name}`),
    'prices/INFY/2026-11-20.json',
    'prices/named.csv',
    'ledger.json',
    'log/checkpoint',
    'log/vkeys.txt',
    'log/witnesses.json',
    'manifest.txt',
    'manifest-signature.json',
  ]);
  expect(await verified(files)).toBe('1 calls hold, under a head of 48 events');
  expect((await checkEvidence(files, { keys: [key], from: 'of the test' })).filter(({ ok }) => !ok)).toEqual([]);
  expect(JSON.parse(textOf(files, `calls/${ended}/record.json`)).follower.made).not.toBeNull();
  expect(textOf(files, 'manifest.txt')).not.toContain('usr_pro');
});

test('the zip itself for programs, under its name', async () => {
  const { rawPayload, headers } = await stage.platform.app.inject({
    url: `/reco/v1/calls/${ended}/file?as=zip`,
    headers: { host: 'localhost', authorization: 'Bearer usr_pro' },
  });
  expect(headers).toMatchObject({ 'content-type': 'application/zip', 'content-disposition': expect.stringMatching(/^attachment; filename="call-.*\.zip"$/) });
  expect(headers['cache-control']).toBe('no-store');
  expect(await verified(unzip(rawPayload))).toBe('1 calls hold, under a head of 48 events');
});

test('an expert’s ended calls, with the seven metrics, computed again from them', async () => {
  const files = await fileOf('usr_pro', '/experts/v1/experts/exp_01/file');
  expect(await verified(files)).toBe('11 calls hold, under a head of 48 events');
  const metrics = Object.fromEntries(
    textOf(files, 'results/metrics.csv')
      .split('\r\n')
      .map((line) => line.replaceAll('"', '').split(',')),
  );
  expect(metrics).toMatchObject({ calls_counted: '11', days: '0', cagr_pct: '', capital_inr: '1100000' });
  expect(Number(metrics.hits) + Number(metrics.misses)).toBe(11);
  const names = [...files.keys()].join('\n') + [...files.values()].map((bytes) => new TextDecoder().decode(bytes)).join('\n');
  expect(names, 'a live call is in no file').not.toContain(live);
  expect(files.has('chain.csv'), 'a gap in the numbers tells of live calls').toBe(false);
});

test('its author’s own file says of every event of theirs that it exists, and nothing else of live ones', async () => {
  const files = await fileOf('exp_01', '/experts/v1/experts/exp_01/file');
  const told = await verified(files);
  expect(told.split('\n')).toEqual(['11 calls hold, under a head of 48 events', '1 events of the expert are of calls that are not in the file']);
  expect([...files.keys()].join('\n')).not.toContain(live);
  expect(textOf(files, 'chain.csv').split('\r\n').at(-2)).toMatch(/^46,"[0-9a-f]{64}",$/);
});

test('what a follower got is in no event, and follows from the prices: at the minute, and at the first of the next session', async () => {
  const files = await fileOf('usr_pro', '/experts/v1/experts/exp_01/file');
  const records = [...files].filter(([path]) => path.endsWith('record.json')).map(([, bytes]) => JSON.parse(new TextDecoder().decode(bytes)));
  const of = (stock: string) => records.find(({ shown }) => shown.stock === stock).follower;
  expect(of('TCS').prices.entry, 'a range fills for everybody at once').toBeNull();
  expect(of('LT').prices.exit.segment).toBe('LT/2026-11-23/1');
  const { calls } = (await stage.get('usr_pro', '/experts/v1/experts/exp_01?period=1W')).data.metrics;
  for (const call of calls) {
    const { entry, exit, made, prices } = of(call.stock);
    expect([call.follower_entry, call.follower_exit, call.follower_return]).toEqual([entry, exit, made]);
    expect(call.follower_prices).toEqual([...(prices.entry ? [prices.entry.segment] : []), prices.exit.segment]);
  }
  // The command that needs Node alone computes them, too.
  expect(followersStep(files)).toMatchObject({ ok: true, detail: '11 computed again' });
  const better = changed(files, `calls/${ended}/record.json`, (text) => text.replace(/"made": -?[\d.]+/, '"made": 12.5'));
  expect(followersStep(better)).toMatchObject({ ok: false, detail: `Does not hold for calls/${ended}/record.json` });
});

test('a row that another hand wrote is shown by the page, and so by the file, and is noticed by whoever checks that', async () => {
  const row = sql`select status, exit_price, realised_return from calls where id = ${ended}`;
  const [before] = (await row.execute(stage.db)).rows as [{ status: string; exit_price: number; realised_return: number }];
  const write = async (status: string, price: number, result: number): Promise<void> =>
    void (await sql`update calls set status = ${status}, exit_price = ${price}, realised_return = ${result} where id = ${ended}`.execute(stage.db));
  const own = '/experts/v1/experts/exp_01/file';
  const step = async (files: UnpackedFiles) => (await shownSteps(files, { keys: [key], from: 'of the test' })).filter(({ ok }) => !ok);
  const figure = (files: UnpackedFiles) => JSON.parse(textOf(files, 'expert.json')).shown_figures.hits as number;
  const hits = figure(await fileOf('usr_pro', own));
  // Counted as another node counts them, or this one tomorrow.
  stage.calls.answers.forget();
  await write('target_hit', before.exit_price * 1.2, 13.51);
  try {
    const page = (await stage.get('usr_pro', `/reco/v1/calls/${ended}`)).data;
    expect(page).toMatchObject({ status: 'target_hit', realised_return: 13.51 });
    const one = await fileOf('usr_pro', `/reco/v1/calls/${ended}/file`);
    const { shown } = JSON.parse(textOf(one, `calls/${ended}/record.json`));
    const { picture: _, ...expert } = page.expert;
    const { rationale, disclosures, events, following, follower, ...card } = page;
    expect(shown, 'what the page is given').toEqual({ ...card, expert });
    const lines = ['status', 'exit', 'realised_return'].map((name) => `call ${ended}: the page shows another ${name} than the record gives`);
    expect(await faultsOf(one)).toEqual(lines);
    expect(await step(one)).toMatchObject([{ label: 'Calls are shown as their events give them', detail: `Does not hold for calls/${ended}/record.json` }]);
    const all = await fileOf('usr_pro', own);
    expect(figure(all)).not.toBe(hits);
    expect((await faultsOf(all)).slice(0, 4)).toEqual([...lines, `expert.json: the page shows ${figure(all)} for hits, and the calls give ${hits}`]);
    expect((await step(all)).map(({ label }) => label)).toEqual(['Calls are shown as their events give them', 'Figures are shown as the calls give them']);
  } finally {
    stage.calls.answers.forget();
    await write(before.status, before.exit_price, before.realised_return);
  }
});

test('what was changed of a call is found by name', async () => {
  const files = await fileOf('usr_pro', `/reco/v1/calls/${ended}/file`);
  const record = `calls/${ended}/record.json`;
  const of = async (path: string, change: (text: string) => string) => faultsOf(changed(files, path, change));
  const better = changed(files, record, (text) => text.replace(/"made": -?[\d.]+/, '"made": 12.5'));
  expect(await verified(better), 'nothing is computed from an altered file').toBe(`${record} is missing, or another than was signed`);
  expect(await of(record, (text) => text.replace(/"made": -?[\d.]+/, '"made": 12.5'))).toContainEqual(
    `call ${ended}: a follower’s result does not follow from the prices`,
  );
  expect(await of(record, (text) => text.replace(/("exit": \{\s+"price": )([\d.]+)(,\s+"ts": "[^"]+",\s+"segment")/, '$11$3'))).toContainEqual(
    `call ${ended}: its price is not in the prices`,
  );
  expect(await of(`calls/${ended}/events/1.json`, (text) => text.replace('INFY', 'INFX'))).toEqual([`call ${ended}: the text of event 1 is another`]);
  expect(await of(`calls/${ended}/events/2.tlog-proof`, (text) => text.replace(/^index (\d+)$/m, (_, n: string) => `index ${Number(n) + 1}`))).toContainEqual(
    `call ${ended}: event 2: it is not in the log`,
  );
  expect(await of('log/checkpoint', (text) => text.replace('\n48\n', '\n49\n'))).toContainEqual('the head of the log is not signed with the key');
  expect(
    await of('prices/INFY/2026-11-20.json', (text) => text.replace(/"prices":\[(\d)/, (_, digit: string) => `"prices":[${(Number(digit) % 9) + 1}`)),
  ).toContainEqual(`call ${ended}: event 2: the stretch of prices at its address is another`);
  expect(await verified(new Map(files).set('more.txt', new Uint8Array(2)))).toBe('more.txt was added');
}, 120_000);

test('what was changed of an expert’s results and chain is found by name', async () => {
  const files = await fileOf('exp_01', '/experts/v1/experts/exp_01/file');
  const of = async (path: string, change: (text: string) => string) => faultsOf(changed(files, path, change));
  expect(await of('results/calls.csv', (text) => text.replace(/,1,(-?[\d.]+),/, ',1,99,'))).toContainEqual(
    expect.stringContaining('results/calls.csv says another'),
  );
  expect(await of('results/metrics.csv', (text) => text.replace(/"hits",\d+/, '"hits",77'))).toEqual([
    expect.stringContaining('results/metrics.csv says 77 for hits'),
  ]);
  expect(await of('results/curve.csv', (text) => text.replace(/,(-?[\d.]+)\r\n$/, ',5\r\n'))).toEqual(['results/curve.csv is not what the calls give']);
  expect(await of('chain.csv', (text) => text.replace(/\r\n46,[^\r]+\r\n$/, '\r\n47,"00",\r\n'))).toContainEqual('chain.csv has a gap');
  expect(await of('chain.csv', (text) => text.replace(/"[0-9a-f]{64}"/, `"${'0'.repeat(64)}"`))).toContainEqual(
    expect.stringContaining('is not at its number in chain.csv'),
  );
  const without = new Map(files);
  for (const path of files.keys()) if (path.startsWith(`calls/${ended}/`)) without.delete(path);
  const left = await faultsOf(without);
  expect(left).toContain('expert.json says another number of calls');
  expect(left).toContainEqual(expect.stringContaining('which has no such event here'));
}, 120_000);

test('a witness that did not co-sign is missed', async () => {
  const files = await fileOf('usr_pro', `/reco/v1/calls/${ended}/file`);
  expect(await verified(files, '--witness', `w1.example+00000000+${Buffer.alloc(33, 4).toString('base64')}`)).toBe(
    'w1.example has not co-signed the head of the log',
  );
});

test('who may not read a call has no file of it; nobody else’s calls are in an expert’s', async () => {
  expect(await stage.get('', `/reco/v1/calls/${live}/file`)).toMatchObject({ http: 404 });
  expect(await stage.get('usr_lite', '/experts/v1/experts/exp_99/file')).toMatchObject({ http: 404 });
  expect(await verified(await fileOf('usr_lite', '/experts/v1/experts/exp_02/file'))).toBe('0 calls hold, under a head of 48 events');
});

test('five files of experts a day', async () => {
  const answers = [];
  for (let time = 0; time < 6; time += 1) answers.push((await stage.get('usr_premium', '/experts/v1/experts/exp_02/file')).code ?? 'given');
  expect(answers).toEqual([...Array(5).fill('given'), 'RATE']);
});

test('a swapped name is noticed by both who check a file, and so are another category, number, standing and validity', async () => {
  const known = { keys: [key], from: 'of the test' };
  const [one, two] = [stage.experts.get('exp_01')!, stage.experts.get('exp_02')!];
  const [call, own] = [`/reco/v1/calls/${ended}/file`, '/experts/v1/experts/exp_01/file'];
  const wrongIn = async (files: UnpackedFiles) => (await shownSteps(files, known)).flatMap(({ ok, detail }) => (ok ? [] : [detail]));
  let later = 0;
  const shownAs = async (change: Partial<typeof one>, who: string, url: string): Promise<UnpackedFiles> => {
    stage.experts.set('exp_01', { ...one, ...change });
    // Names are read anew after ten seconds.
    later += 11_000;
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + later });
    return fileOf(who, url).finally(() => vi.useRealTimers());
  };
  expect((await shownSteps(await fileOf('usr_lite', own), known)).map(({ ok, detail }) => [ok, detail])).toEqual([
    [true, '1 looked at'],
    [true, '11 computed again'],
    [true, '10 computed again'],
  ]);
  // The server itself signs the manifest over what its rows say.
  stage.experts.set('exp_02', { ...two, full_name: one.full_name });
  const swapped = await shownAs({ full_name: two.full_name }, 'usr_lite', own);
  expect((await checkEvidence(swapped, known)).filter(({ ok }) => !ok)).toEqual([]);
  const told = await verified(swapped);
  for (const what of ['author exp_01', `call ${ended}`, 'expert.json'])
    expect(told).toContain(`${what}: the page shows another full_name of its author than was signed`);
  expect(await wrongIn(swapped)).toEqual(['Does not hold for authors/exp_01/record.json, expert.json', expect.stringContaining(`calls/${ended}/record.json`)]);
  for (const change of [{ profession: 'Broker' }, { reg_no: two.reg_no }] as const)
    expect(await wrongIn(await shownAs(change, 'usr_pro', call)), JSON.stringify(change)).toHaveLength(2);
  expect(await wrongIn(await shownAs({ status: 'suspended' }, 'exp_01', own))).toEqual(['Does not hold for expert.json']);
  const longer = await shownAs({ valid_to: '2040-12-31' }, 'exp_01', own);
  expect(await wrongIn(longer)).toEqual(['Does not hold for expert.json']);
  expect(await verified(longer)).toBe('expert.json: the page shows another validity of its author than was signed');
});
