import { generateKeyPairSync, sign } from 'node:crypto';
import type { CallProof } from '@vimarsh/shared/contract/calls/types.ts';
import type { Receipt } from '@vimarsh/shared/contract/receipt/types.ts';
import { readReceipt, receiptLine, receiptText } from '@vimarsh/shared/domain/calls/receipt.ts';
import { type Opening, type PublicLog, verifyReceipt } from '@vimarsh/shared/domain/calls/verify-receipt.ts';
import { tilePath } from '@vimarsh/shared/domain/log/tree.ts';
import { snapToTick } from '@vimarsh/shared/domain/market/ticks.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Identity } from '../identity/index.ts';
import type { CallHead } from '../ledger/index.ts';
import { featureDatabase } from '../platform/testing.ts';
import { receiptCopy } from './reading/receipt-copy.ts';
import { dateBack, draftOf, openStage, type Stage } from './testing.ts';

describe.each(await featureDatabase())('receipts on %s', (database) => {
  let stage: Stage;
  let mine: Receipt;
  beforeAll(async () => {
    stage = await openStage({ database, start: '2026-11-20T05:00:00.000Z' });
    // The week's free call.
    await publish('exp_02', 'TCS');
    mine = await publish('exp_01', 'INFY');
  });
  afterAll(() => stage.end());

  const body = (author: string, stock: string) => {
    const { ltp } = stage.market.quote(stock)!;
    const { tick } = stage.market.instrument(stock)!;
    const at = (pct: number) => snapToTick(ltp * (1 + pct / 100), tick);
    const levels = { entry_mode: 'range' as const, entry_low: at(-2), entry_high: at(-1.5), target: at(5), stop_loss: at(-5) };
    return { cid: `${author}-${stock}-call`, draft: draftOf({ stock, valid_till: '2026-12-11', ...levels }) };
  };
  const sent = new Map<string, object>();
  async function publish(author: string, stock: string): Promise<Receipt> {
    const what = sent.get(author + stock) ?? body(author, stock);
    sent.set(author + stock, what);
    const { data, validation } = await stage.post(author, '/reco/v1/calls', what);
    expect(validation).toBe('');
    return data.receipt;
  }
  const receipts = (who: string, id: string) => stage.get(who, `/reco/v1/calls/${id}/receipts`);

  /** What anybody finds in public. */
  async function publicLog(change: Partial<PublicLog> = {}): Promise<PublicLog> {
    const get = (path: string) => stage.platform.app.inject({ url: `/.well-known/${path}`, headers: { host: 'localhost' } });
    const ledger = (await get('vimarsh-ledger.json')).json();
    const checkpoint = await get('vimarsh-log/checkpoint');
    return {
      keys: [ledger.public_key],
      from: 'of the test',
      ledger,
      checkpoint: checkpoint.statusCode === 200 ? checkpoint.body : null,
      readTile: async (...place) => Uint8Array.from((await get(`vimarsh-log/${tilePath(...place)}`)).rawPayload),
      now: stage.market.now(),
      ...change,
    };
  }
  /** The labels of the steps that fail, with what they say. */
  const failing = async (receipt: Receipt, change: Partial<PublicLog> = {}, opening: Opening | null = null): Promise<string[]> =>
    (await verifyReceipt(receipt, await publicLog(change), opening)).flatMap(({ ok, label, detail }) => (ok ? [] : [`${label}: ${detail}`]));

  test('publishing answers a signed receipt; the same request and everybody who may read the call get the same one, others none', async () => {
    const { data } = await stage.get('exp_01', `/reco/v1/calls/${mine.call_id}`);
    expect(mine).toMatchObject({ log: expect.stringMatching(/\/vimarsh-log$/), n: 1, ts: data.published_at, root_date: '2026-11-20' });
    expect(await failing(mine)).toEqual([]);
    expect(await publish('exp_01', 'INFY'), 'sent again').toEqual(mine);
    for (const reader of ['exp_01', 'usr_lite', 'usr_pro']) expect((await receipts(reader, mine.call_id)).data, reader).toMatchObject([{ receipt: mine }]);
    // To others it is as unknown as any id, until on the next morning their lists count it as locked; visitors' never do.
    for (const [days, free] of [
      [0, 'NOT_FOUND'],
      [1, 'NOT_ENTITLED'],
    ] as const) {
      await dateBack(stage, days);
      for (const [stranger, code] of Object.entries({ '': 'NOT_FOUND', usr_free: free })) {
        const answer = await receipts(stranger, mine.call_id);
        expect([answer.code, answer.data ?? null], stranger).toEqual([code, null]);
      }
      await dateBack(stage, -days);
    }
    expect((await receipts('usr_pro', 'no-such-call')).code).toBe('NOT_FOUND');
  });

  test('it tells nothing of the call: no stock, no level, no number that counts others’ events; the leaf can’t be tried out', async () => {
    expect(Object.keys(mine).sort()).toEqual(['call_id', 'leaf', 'log', 'n', 'public_key', 'root_date', 'signature', 'ts']);
    const { events }: CallProof = (await stage.get('usr_pro', `/reco/v1/calls/${mine.call_id}/proof`)).data;
    expect(JSON.stringify(mine)).not.toContain(events[0]!.hash);
    // Every event of the record has the same number in its call's receipts, however many others there are.
    const other = await publish('exp_02', 'TCS');
    expect(other.n).toBe(mine.n);
    expect(other.leaf).not.toBe(mine.leaf);
  });

  test('it travels as one line, also broken by a mail program, and as JSON', () => {
    const line = receiptLine(mine);
    expect(line).toMatch(/^vr1\.[\w-]+$/);
    const broken = `> Your receipt:\n> ${line.match(/.{1,70}/g)!.join('\n> ')}\n\nRegards`;
    for (const pasted of [
      line,
      broken,
      ` ${line} `,
      `https://vimarsh.example/how-to-check-us#${line}`,
      JSON.stringify(mine),
      JSON.stringify({ receipt: mine, salt: '' }),
    ])
      expect(readReceipt(pasted), pasted).toEqual(mine);
    for (const none of ['', 'vr1.', 'vr1.AAAA', '{}', '[1]', 'TCS', JSON.stringify({ ...mine, leaf: 'x' })]) expect(readReceipt(none), none).toBeNull();
  });

  test('before its root it waits; under its root it is found in the log; and it is of the text a reader is shown', async () => {
    const waits = (await verifyReceipt(mine, await publicLog())).at(-1);
    expect(waits).toMatchObject({ ok: true, detail: expect.stringContaining('Not due yet. It must be in the log under the root of 20 Nov 2026') });
    const late = new Date('2026-11-22T00:00:00.000Z');
    expect(await failing(mine, { now: late })).toEqual([expect.stringContaining('no such root is published')]);
    const opening = async (who: string): Promise<Opening> => ({
      event: (await stage.get(who, `/reco/v1/calls/${mine.call_id}/proof`)).data.events[0],
      salt: (await receipts(who, mine.call_id)).data[0].salt,
    });
    expect(await failing(mine, {}, await opening('usr_pro')), 'a reader can compare at once').toEqual([]);

    await stage.post('exp_01', `/reco/v1/calls/${mine.call_id}/note`, { cid: 'a-note', note: 'Nothing has changed in the reasons for this call.' });
    await stage.goTo('2026-11-23T13:30:00.000Z');
    const steps = await verifyReceipt(mine, await publicLog(), await opening('usr_pro'));
    expect(steps.filter(({ ok }) => !ok)).toEqual([]);
    expect(steps.map(({ detail }) => detail)).toContainEqual(expect.stringMatching(/^Entry 2 of \d+, under the root of 20 Nov 2026 as promised$/));
    const all = (await receipts('exp_01', mine.call_id)).data as { receipt: Receipt }[];
    expect(all[0]!.receipt, 'the same as on the first day').toEqual(mine);
    expect(all.map(({ receipt }) => receipt.n).slice(0, 2)).toEqual([1, 2]);
    for (const { receipt } of all) expect(await failing(receipt)).toEqual([]);
  });

  test('checks against one log read each tile once, and one that did not come is asked for again', async () => {
    const log = await publicLog();
    let [asked, away] = [0, true];
    const readTile: PublicLog['readTile'] = (...place) => {
      asked += 1;
      return away ? Promise.reject(new TypeError('the line is away')) : log.readTile(...place);
    };
    const shared = { ...log, readTile };
    await expect(verifyReceipt(mine, shared)).rejects.toThrow('the line is away');
    [asked, away] = [0, false];
    for (let n = 0; n < 20; n += 1) expect((await verifyReceipt(mine, shared)).filter(({ ok }) => !ok)).toEqual([]);
    expect(asked).toBe(1);
  });

  test('each bad receipt is refused with what is wrong with it', async () => {
    const own = generateKeyPairSync('ed25519');
    const signedByMe = (change: Partial<Receipt>): Receipt => {
      const made = { ...mine, ...change, public_key: own.publicKey.export({ format: 'jwk' }).x! };
      return { ...made, signature: sign(null, Buffer.from(receiptText(made)), own.privateKey).toString('base64url') };
    };
    expect(await failing({ ...mine, root_date: '2026-11-24' })).toContain(
      'The receipt is signed as it is: Its text and its signature do not fit: it was altered, or never signed.',
    );
    expect((await failing(signedByMe({})))[0]).toMatch(/^The key is the ledger’s: Signed with a foreign key.* not with the key of the test/);
    const [events] = [await stage.ledger.eventsOf(mine.call_id)];
    const { sig } = events[0]!;
    expect(await failing({ ...mine, signature: sig }), 'the signature of the event is none of the receipt').toHaveLength(1);

    // The ledger signed it and left it out: only whoever holds the key could do that.
    const { keys } = await publicLog();
    const invented = signedByMe({ leaf: 'ab'.repeat(32) });
    expect(await failing(invented, { keys: [...keys, invented.public_key] })).toEqual([
      'The log holds what was promised: It was promised under the root of 20 Nov 2026, and the log has no such entry there. Keep this receipt: it is the evidence.',
    ]);
    const later = signedByMe({ ts: '2026-11-23T05:00:00.000Z', root_date: '2026-11-23' });
    expect(await failing(later, { keys: [...keys, later.public_key] }), 'put in on another day').toEqual([expect.stringContaining('no such entry there')]);
    const elsewhere = signedByMe({ log: 'other.example/vimarsh-log' });
    expect(await failing(elsewhere, { keys: [...keys, elsewhere.public_key] })).toEqual([
      expect.stringContaining('the receipt is of other.example/vimarsh-log'),
    ]);

    const { checkpoint, readTile } = await publicLog();
    expect(await failing(mine, { checkpoint: checkpoint!.replace('\n', '\n1') })).toEqual([
      expect.stringContaining('The head of the log is not signed with that key'),
    ]);
    const altered: PublicLog['readTile'] = async (...place) => (await readTile(...place)).map((byte, at) => (at === 3 ? byte ^ 1 : byte));
    expect(await failing(mine, { readTile: altered })).toEqual([expect.stringContaining('the log was altered')]);
    expect(await failing(mine, {}, { event: { ...events[0]!, hash: 'cd'.repeat(32) }, salt: '00'.repeat(16) })).toEqual([
      expect.stringContaining('the call was changed after it was signed'),
    ]);
  });

  test('the copy of one’s data has the receipts of one’s own calls, and of those one may read by experts one follows', async () => {
    for (const who of ['usr_free', 'usr_pro']) await stage.post(who, '/reco/v1/follow', { user_id: 'exp_01', on: true });
    const copyOf = async (who: string) => {
      const receipts = (await stage.personalData.find(({ name }) => name === 'receipts')!.of(who)) as { receipt: Receipt }[];
      return receipts.map(({ receipt }) => receipt);
    };
    const all = ((await receipts('exp_01', mine.call_id)).data as { receipt: Receipt }[]).map(({ receipt }) => receipt);
    expect(await copyOf('exp_01')).toEqual(all);
    expect(await copyOf('usr_pro')).toEqual(all);
    expect(await copyOf('usr_free'), 'follows, and may not read it').toEqual([]);
    expect(await copyOf('usr_lite'), 'may read it, and does not follow').toEqual([]);
  });

  test('a copy has as many of the latest calls one may read, however many others were published since', async () => {
    for (const expert of ['exp_01', 'exp_02']) await stage.post('usr_pro', '/reco/v1/follow', { user_id: expert, on: true });
    const copy = async (may: readonly string[]): Promise<Set<string>> => {
      const kinds = new Map([['equity', { kind: stage.ledger.kind('equity'), sees: () => (row: CallHead) => may.includes(row.stock) }]]);
      const identity: Pick<Identity, 'asker'> = { asker: async () => ({ caller: null, partner: null }) };
      const of = receiptCopy({ platform: stage.platform, identity, ledger: stage.ledger, kinds: () => kinds, most: 1 });
      return new Set((await of('usr_pro')).map(({ receipt }) => receipt.call_id));
    };
    const free = (await publish('exp_02', 'TCS')).call_id;
    expect(await copy(['TCS', 'INFY'])).toEqual(new Set([mine.call_id]));
    expect(await copy(['TCS']), 'the latest call is hidden').toEqual(new Set([free]));
    expect(await copy([])).toEqual(new Set());
  });

  test('receipts stand as they were given', async () => {
    await expect(stage.db.deleteFrom('call_receipts').execute()).rejects.toThrow();
    await expect(stage.db.updateTable('call_receipts').set({ receipt: '{}' }).execute()).rejects.toThrow();
  });
});
