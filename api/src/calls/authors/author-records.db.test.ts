import type { CallProof } from '@vimarsh/shared/contract/calls/types.ts';
import type { AuthorEntry } from '@vimarsh/shared/domain/calls/author-entry.ts';
import { snapToTick } from '@vimarsh/shared/domain/market/ticks.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { featureDatabase } from '../../platform/testing.ts';
import { draftOf, openStage, type Stage } from '../testing.ts';
import { AuthorRecords } from './author-records.ts';

const START = '2026-11-20T05:00:00.000Z';
const AT_ONCE = { page: 1000, pause: async () => undefined };

describe.each(await featureDatabase())('authors’ records on %s', (database) => {
  let stage: Stage;
  let authors: AuthorRecords;
  beforeEach(async () => {
    stage = await openStage({ database, start: START, authorRecords: true });
    authors = new AuthorRecords({
      db: stage.db,
      transaction: stage.platform.transaction,
      identity: stage.identity,
      ledger: stage.ledger,
      now: () => stage.market.now(),
    });
  });
  afterEach(() => stage.end());

  const texts = async (user_id: string) => (await authors.events(user_id)).map(({ canonical }) => JSON.parse(canonical));
  const entryOf = async (user_id: string): Promise<AuthorEntry> => (await stage.identity.entries(stage.db, [user_id])).get(user_id)!;
  const publish = (cid: string, stock: string) => {
    const { ltp } = stage.market.quote(stock)!;
    const level = (pct: number) => snapToTick(ltp * (1 + pct / 100), stage.market.instrument(stock)!.tick);
    const draft = draftOf({ stock, entry_low: ltp, entry_high: ltp, target: level(6), stop_loss: level(-3), valid_till: '2026-12-11' });
    return stage.post('exp_01', '/reco/v1/calls', { cid, draft });
  };
  /** Signs another standing of the first expert. */
  const sign = (standing: AuthorEntry['standing'], from: AuthorEntry) =>
    stage.platform.transaction((tx) => authors.keep(tx, { user_id: 'exp_01', before: from, after: { ...from, standing } }));
  const audit = () => stage.ledger.audit(AT_ONCE);

  test('experts on file are in the log from the first start on, dated then and saying so; who is suspended is so there', async () => {
    expect(await texts('exp_01')).toMatchObject([
      {
        kind: 'author',
        call_id: 'author_exp_01',
        expert_id: 'exp_01',
        type: 'opened',
        actor: 'register',
        n: 1,
        ts: START,
        payload: { name: 'Expert 1', category: 'Analyst', reg_no: 'INH999900001', valid_to: '2030-12-31', standing: 'registered', on_file: true },
      },
    ]);
    expect((await texts('exp_03')).map(({ type, payload }) => [type, payload.standing])).toEqual([
      ['opened', 'registered'],
      ['suspended', 'suspended'],
    ]);
    // The next start adds nobody and nothing: what changed in the database meanwhile was signed by nobody.
    const { seq } = await stage.ledger.head();
    stage.experts.set('exp_04', { ...stage.experts.get('exp_01')!, user_id: 'exp_04' });
    await authors.openOnFile();
    expect((await stage.ledger.head()).seq).toBe(seq);
    await expect(audit()).rejects.toThrow('exp_04 is shown as a registered author, and no such entry was signed');
  });

  test('what identity changes is signed in the transaction that changes it, or not at all', async () => {
    const before = await entryOf('exp_01');
    const renamed = { ...before, name: 'Expert One' };
    await stage.platform
      .transaction(async (tx) => {
        await authors.keep(tx, { user_id: 'exp_01', before, after: renamed });
        throw new Error('taken back');
      })
      .catch(() => undefined);
    expect(await texts('exp_01')).toHaveLength(1);
    await stage.platform.transaction((tx) => authors.keep(tx, { user_id: 'exp_01', before, after: renamed }));
    stage.experts.set('exp_01', { ...stage.experts.get('exp_01')!, full_name: 'Expert One' });
    expect((await texts('exp_01')).at(-1)).toMatchObject({ type: 'changed', n: 2, payload: { name: 'Expert One' } });
    expect(await audit()).toBe(0);
  });

  test('two names that somebody swapped in the database are noticed, and are not signed with the next change', async () => {
    expect(await audit()).toBe(0);
    const [one, two] = [stage.experts.get('exp_01')!, stage.experts.get('exp_02')!];
    stage.experts.set('exp_01', { ...one, full_name: two.full_name });
    stage.experts.set('exp_02', { ...two, full_name: one.full_name });
    await expect(audit()).rejects.toThrow('author exp_01 is shown with another name, category, number, validity or standing than was signed');
    const before = await entryOf('exp_01');
    const change = stage.platform.transaction((tx) => authors.keep(tx, { user_id: 'exp_01', before, after: { ...before, valid_to: '2035-12-31' } }));
    await expect(change).rejects.toMatchObject({ code: 'RECORD_DIFFERS' });
  });

  test.each([
    ['reg_no', 'INH000000001'],
    ['profession', 'Broker'],
    ['valid_to', '2040-12-31'],
    ['status', 'suspended'],
  ] as const)('so is another %s', async (field, value) => {
    stage.experts.set('exp_01', { ...stage.experts.get('exp_01')!, [field]: value });
    await expect(audit()).rejects.toThrow('author exp_01 is shown with another');
  });

  test('it is in the copy of the author’s data, with their places, and stays when the account goes', async () => {
    const copy = stage.personalData.find(({ name }) => name === 'author_record')!;
    const proof = (await copy.of('exp_01')) as CallProof;
    expect(proof.events.map(({ canonical }) => JSON.parse(canonical).payload.name)).toEqual(['Expert 1']);
    expect(proof.events[0]!.place).toMatchObject({ n: 1 });
    expect(await copy.of('usr_pro')).toBeNull();
    await stage.platform.transaction((tx) => copy.erase(tx, 'exp_01'));
    expect(await copy.of('exp_01')).toEqual(proof);
  });

  test('who lost standing after the request’s rights were read publishes nothing and changes nothing: the signed entry decides behind the lock', async () => {
    const { data: call, validation } = await publish('first', 'INFY');
    expect(validation).toBe('');
    // New papers are saved: the entry is signed while requests that were let in before still wait for the lock.
    const before = await entryOf('exp_01');
    await sign('review', before);
    const { seq } = await stage.ledger.head();
    expect(await publish('second', 'TCS')).toMatchObject({ code: 'NOT_VERIFIED' });
    expect(await stage.post('exp_01', `/reco/v1/calls/${call.id}/exit`, { cid: 'exit', reason: 'The view has changed since.' })).toMatchObject({
      code: 'NOT_VERIFIED',
    });
    expect((await stage.ledger.head()).seq).toBe(seq);
    await sign('registered', { ...before, standing: 'review' });
    const { data: again, validation: refusal } = await publish('second', 'TCS');
    expect(refusal).toBe('');
    // By an older release, or with the ledger's key: the whole check names a call that was signed in between, and no other.
    expect(await stage.ledger.brokenRules(AT_ONCE)).toEqual([]);
    await sign('suspended', before);
    const [publication] = await stage.ledger.eventsOf(again.id);
    const { canonical } = publication!;
    await stage.platform.transaction(async (tx) => {
      const { seq: end } = await stage.ledger.lock(tx);
      await stage.ledger.append(tx, end, [{ ...JSON.parse(canonical), kind: 'equity', call_id: 'call_between' }]);
    });
    expect(await stage.ledger.brokenRules(AT_ONCE)).toEqual(['call call_between was published while the standing of its author exp_01 was "suspended"']);
  });

  test('whoever has published stays readable while new papers are under review, and it is said since when; an applicant is not told of', async () => {
    expect((await publish('first', 'INFY')).validation).toBe('');
    const applicant = { ...stage.experts.get('exp_01')!, user_id: 'exp_04', status: 'pending' as const, verified: false };
    stage.experts.set('exp_04', applicant);
    const before = await entryOf('exp_01');
    stage.experts.set('exp_01', { ...applicant, user_id: 'exp_01' });
    await sign('review', before);
    const page = (user_id: string) => stage.get('', `/experts/v1/experts/${user_id}?period=1Y`);
    expect((await page('exp_01')).data.expert).toMatchObject({ full_name: 'Expert 1', status: 'pending', verified: false, review_since: START });
    expect((await stage.get('', '/reco/v1/post-mortems?user_id=exp_01')).validation).toBe('');
    // A later change of the same papers begins no new review; refused ones end none.
    await stage.goTo('2026-11-20T05:10:00.000Z');
    await stage.platform.transaction((tx) =>
      authors.keep(tx, { user_id: 'exp_01', before: { ...before, standing: 'review' }, after: { ...before, standing: 'review', valid_to: '2036-12-31' } }),
    );
    stage.experts.set('exp_01', { ...applicant, user_id: 'exp_01', valid_to: '2036-12-31', status: 'rejected' });
    expect((await page('exp_01')).data.expert).toMatchObject({ status: 'rejected', review_since: START });
    expect(await page('exp_04')).toMatchObject({ http: 404 });
    expect(await stage.get('', '/reco/v1/post-mortems?user_id=exp_04')).toMatchObject({ http: 404 });
  });

  test('an applicant who tries to publish is refused, and is not named in the log by that', async () => {
    stage.experts.set('exp_04', { ...stage.experts.get('exp_01')!, user_id: 'exp_04', status: 'pending', verified: false });
    await authors.ensure('exp_04');
    expect(await texts('exp_04')).toEqual([]);
  });

  test('an entry of the register counts for no call: nobody has published by it', async () => {
    expect(await stage.ledger.authors()).toEqual([]);
    expect(await stage.ledger.isAuthor('exp_01')).toBe(false);
    expect(await stage.calls.publishedBy('exp_01')).toEqual({ reco_count: 0, last_published_at: null });
    expect(await stage.get('usr_pro', '/reco/v1/calls/author_exp_01/proof')).toMatchObject({ code: 'NOT_FOUND' });
  });
});
