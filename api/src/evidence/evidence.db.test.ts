import { checkEvidence, type UnpackedFiles } from '@vimarsh/shared/domain/evidence/check-evidence.ts';
import { MANIFEST } from '@vimarsh/shared/domain/evidence/manifest.ts';
import { snapToTick } from '@vimarsh/shared/domain/market/ticks.ts';
import { MITC_VERSION } from '@vimarsh/shared/domain/money/mitc.ts';
import { TERMS_VERSION } from '@vimarsh/shared/domain/people/consents.ts';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { draftOf, openStage, type Stage } from '../calls/testing.ts';
import { freshMobile, openSite, type Site, signUp } from '../identity/site.testing.ts';
import { createMoney } from '../money/index.ts';
import { pagesOf } from '../platform/files/pdf-words.testing.ts';
import type { Caller } from '../platform/platform.ts';
import { featureDatabase } from '../platform/testing.ts';
import { createEvidence } from './create-evidence.ts';
import { filesIn, resigned, signer, textOf } from './evidence.testing.ts';

const everything = (files: UnpackedFiles): string => [...files.keys()].map((path) => path + textOf(files, path)).join('\n');

/** A stage on which exp_01 has published a call on INFY, told three followers who may read it or not, and withdrawn it. */
async function staged(database: Parameters<typeof openStage>[0]['database'], settings: Record<string, string>, changed: (id: string) => Partial<Caller>) {
  const stage = await openStage({
    ...{ database, start: '2026-11-20T05:00:00.000Z', settings, changed },
    compose: (platform, { identity, ledger }) => createEvidence(platform, { identity, ledger }),
  });
  const publish = async (author: string, stock: string): Promise<string> => {
    const { ltp } = stage.market.quote(stock)!;
    const { tick } = stage.market.instrument(stock)!;
    const at = (pct: number) => snapToTick(ltp * (1 + pct / 100), tick);
    const levels = { entry_mode: 'range' as const, entry_low: at(-2), entry_high: at(-1.5), target: at(5), stop_loss: at(-5) };
    const draft = draftOf({ stock, valid_till: '2026-12-11', ...levels });
    const { data, validation } = await stage.post(author, '/reco/v1/calls', { cid: `${author}-${stock}`, draft });
    expect(validation).toBe('');
    return data.id;
  };
  for (const who of ['usr_free', 'usr_lite', 'usr_pro']) await stage.post(who, '/reco/v1/follow', { user_id: 'exp_01', on: true });
  // The week's free call, which nobody here follows.
  const other = await publish('exp_02', 'TCS');
  const id = await publish('exp_01', 'INFY');
  await stage.post('exp_01', `/reco/v1/calls/${id}/exit`, { cid: 'leave-now', reason: 'The reason for it is gone since this morning.' });
  // A mail is handed over before the notice beside it is stored.
  const told = async () => (await stage.get('usr_pro', '/base/v1/notices')).data.notices;
  await vi.waitFor(async () => expect(await told()).toHaveLength(2), { timeout: 30_000, interval: 100 });
  const download = async (who: string): Promise<UnpackedFiles> => filesIn((await stage.get(who, '/auth/v1/evidence')).data);
  return { stage, id, other, download };
}

describe.each(await featureDatabase())('the evidence file on %s', (database) => {
  const plans = new Map<string, Partial<Caller>>();
  let stage: Stage;
  let id: string;
  let other: string;
  let download: (who: string) => Promise<UnpackedFiles>;
  beforeAll(async () => {
    ({ stage, id, other, download } = await staged(database, {}, (who) => plans.get(who) ?? {}));
  });
  afterAll(() => stage?.end());
  const known = async () => ({ keys: [(await stage.ledger.file()).public_key], from: 'of the test' });

  test('a follower has the calls they were told of: levels, end, when they were told, proof and receipts, under a manifest the ledger signed', async () => {
    const files = await download('usr_pro');
    expect((await checkEvidence(files, await known())).filter(({ ok }) => !ok)).toEqual([]);
    const { proof, receipts, told, call } = JSON.parse(textOf(files, `calls/${id}/record.json`));
    expect(call).toMatchObject({ id, kind: 'equity', stock: 'INFY', expert: { user_id: 'exp_01', full_name: 'Expert 1', reg_no: 'INH999900001' } });
    expect(told.map(({ what }: { what: string }) => what)).toEqual(['publish', 'cancelled']);
    expect(receipts).toEqual((await stage.get('usr_pro', `/reco/v1/calls/${id}/receipts`)).data);
    expect(proof.events).toHaveLength(2);
    const [, published, ended] = textOf(files, 'calls.csv').trimEnd().split('\r\n');
    const { entry_low, target, stop_loss } = JSON.parse(proof.events[0].canonical).payload;
    expect(published).toMatch(
      new RegExp(`^"${id}","equity","INFY","Expert 1","INH999900001","publish",".*Z",${entry_low},[\\d.]+,${target},${stop_loss},,"20.*Z",$`),
    );
    expect(ended).toContain('"cancelled"');
    expect(textOf(files, `calls/${id}/receipts.txt`).match(/^vr1\.[\w-]+\r$/gm)).toHaveLength(2);
    expect(everything(files), 'of an expert they do not follow').not.toContain(other);
    // A record that was changed is told by name, by its sum, and though somebody with the ledger's key signed its sum anew.
    const changed = new Map(files).set(
      `calls/${id}/record.json`,
      new TextEncoder().encode(JSON.stringify({ proof: { ...proof, expert_id: 'exp_02' }, receipts })),
    );
    const wrong = async (read: typeof files) =>
      (await checkEvidence(read, await known())).flatMap(({ ok, label, detail }) => (ok ? [] : `${label}: ${detail}`));
    expect(await wrong(changed)).toEqual([`Each file is as it was: Does not hold for calls/${id}/record.json`]);
    expect(await wrong(await resigned(changed, (text) => stage.ledger.signManifest(text)))).toEqual([
      `What it says of calls is what the ledger signed: Does not hold for calls/${id}/record.json`,
    ]);
  });

  test('a hidden call is not named to a follower who may not read it; an author has their own and nobody else’s', async () => {
    const hidden = await download('usr_free');
    expect(everything(hidden)).not.toMatch(new RegExp(`INFY|${id}`));
    expect((await checkEvidence(hidden, await known())).filter(({ ok }) => !ok)).toEqual([]);
    const own = await download('exp_01');
    expect([...own.keys()].filter((path) => path.endsWith('record.json'))).toEqual([`calls/${id}/record.json`]);
    expect(JSON.parse(textOf(own, `calls/${id}/record.json`))).toMatchObject({ told: [], proof: { events: [{ n: 1 }, { n: 2 }] } });
    expect(everything(own)).not.toMatch(/usr_|TCS/);
  });

  test('whose plan has ended keeps what they were told and its receipts, without a level and without the salt that would open one', async () => {
    plans.set('usr_lite', { plan: null });
    const files = await download('usr_lite');
    plans.delete('usr_lite');
    expect((await checkEvidence(files, await known())).filter(({ ok }) => !ok)).toEqual([]);
    const record = JSON.parse(textOf(files, `calls/${id}/record.json`));
    expect(record).toMatchObject({ call: { stock: 'INFY' }, told: [{ what: 'publish' }, { what: 'cancelled' }], proof: null });
    expect(record.receipts.map((one: object) => Object.keys(one))).toEqual([['receipt'], ['receipt']]);
    expect(textOf(files, 'calls.csv')).toMatch(/"publish","[^"]*Z",,,,,,"20/);
    expect(JSON.stringify(record)).not.toMatch(/target|stop_loss|salt|canonical/);
  });

  test('it is for who is signed in, a few times a day', async () => {
    expect((await stage.get('', '/auth/v1/evidence')).code).toBe('SESSION_ENDED');
    const answers = [];
    for (let time = 0; time < 6; time += 1) answers.push(await stage.get('usr_premium', '/auth/v1/evidence'));
    expect(answers.map(({ code }) => code ?? 'given')).toEqual([...Array(5).fill('given'), 'RATE']);
    expect([...filesIn(answers[0]!.data).keys()], 'who was told of nothing').toEqual(['README.txt', 'calls.csv', MANIFEST, 'manifest-signature.json']);
  });

  test('the ledger signs no other text for it: neither a receipt’s nor a head’s', async () => {
    for (const text of ['vimarsh-receipt/v1\n{}\n', 'localhost/vimarsh-log\n1\nAAAA\n', '', ' # vimarsh-evidence/v1\n'])
      await expect(stage.ledger.signManifest(text), text).rejects.toThrow('no manifest');
  });

  test('what fails before it begins is answered in words', async () => {
    const sign = vi.spyOn(stage.ledger, 'signManifest').mockRejectedValue(new Error('the key is away'));
    expect(await stage.get('usr_broker', '/auth/v1/evidence')).toMatchObject({ http: 500, code: 'INTERNAL' });
    sign.mockRestore();
  });
});

test('under a policy that shows no past calls, the end of one is told as an end, and the record of it to its author alone', async () => {
  const { stage, id, download } = await staged('pglite', { PERF_POLICY: 'off' }, () => ({}));
  try {
    const files = await download('usr_pro');
    expect(JSON.parse(textOf(files, `calls/${id}/record.json`))).toMatchObject({ told: [{ what: 'publish' }, { what: 'ended' }], proof: null });
    expect(everything(files).replaceAll(/vr1\.[\w-]+/g, '')).not.toMatch(/cancelled|target_price|stop_loss|salt/);
    expect(JSON.parse(textOf(await download('exp_01'), `calls/${id}/record.json`)).proof.events).toHaveLength(2);
  } finally {
    await stage.end();
  }
});

describe.each(await featureDatabase())('the papers in an evidence file on %s', (database) => {
  let site: Site;
  const ledger = signer();
  beforeAll(async () => {
    site = await openSite(database);
    await createMoney(site.platform, { partners: site.partners, identity: site.identity, clock: () => site.clock.now });
    createEvidence(site.platform, { identity: site.identity, ledger, clock: () => site.clock.now });
    await site.platform.start();
  });
  afterAll(() => site?.close());

  async function member(name: string, ip: string) {
    const browser = site.browser({ ip });
    const mobile = freshMobile();
    const { body } = await signUp(site, browser, mobile, name);
    return { browser, mobile, bearer: body.data.token as string, user_id: body.user_id as string };
  }

  test('has the account, every consent with its version, the terms of each purchase and the invoices, each person’s own', async () => {
    const me = await member('Asha Rao', '10.60.0.1');
    const somebody = await member('Vikram Sen', '10.60.0.2');
    const { data: quoted } = (await me.browser.get('/plans/v1/quotes', me.bearer)).body;
    const { pay_paise } = quoted.quotes.find(({ plan, days }: { plan: string; days: number }) => plan === 'Pro' && days === 30);
    const asked = { plan: 'Pro', days: 30, pay_paise, method: 'upi', mitc_version: MITC_VERSION, place: '27', key: 'evidence-1' };
    const { data: order } = (await me.browser.post('/plans/v1/orders', asked, me.bearer)).body;
    await site.platform.app.inject({
      ...{ method: 'POST', url: order.payable.page, payload: 'answer=pay' },
      headers: { host: 'localhost:4000', 'content-type': 'application/x-www-form-urlencoded' },
    });
    await vi.waitFor(async () => expect((await me.browser.get('/plans/v1/account', me.bearer)).body.data.invoices).toHaveLength(1), { timeout: 20_000 });

    const answer = await me.browser.get('/auth/v1/evidence', me.bearer);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.body.data.file).toBe('my-evidence-2026-11-20.zip');
    const files = filesIn(answer.body.data);
    expect((await checkEvidence(files, { keys: [ledger.key], from: 'of the test' })).filter(({ ok }) => !ok)).toEqual([]);
    expect(textOf(files, MANIFEST)).toContain(`"user_id":"${me.user_id}"`);
    expect(JSON.parse(textOf(files, 'account.json'))).toMatchObject({ user_id: me.user_id, full_name: 'Asha Rao', plans: [{ plan_name: 'Pro' }] });
    expect(textOf(files, 'consents.csv')).toMatch(new RegExp(`"Terms and conditions","terms","Agreed","${TERMS_VERSION.replaceAll('.', '\\.')}","2026`));
    const { orders, invoices } = JSON.parse(textOf(files, 'purchases.json'));
    expect(orders).toMatchObject([{ plan: 'Pro', mitc_version: MITC_VERSION, state: 'paid' }]);
    const pdf = files.get(`invoices/${invoices[0].number.replaceAll('/', '-')}.pdf`)!;
    expect((await pagesOf(Buffer.from(pdf))).join(' ')).toContain(invoices[0].number);

    const theirs = filesIn((await somebody.browser.get('/auth/v1/evidence', somebody.bearer)).body.data);
    expect(everything(theirs)).not.toMatch(new RegExp(`Asha|${me.user_id}|${me.mobile}`));
    expect([...theirs.keys()].filter((path) => path.startsWith('invoices/'))).toEqual([]);
    expect(everything(files)).not.toMatch(new RegExp(`Vikram|${somebody.user_id}`));
  });
});
