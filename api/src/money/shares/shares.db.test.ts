import type { ShareStatement } from '@vimarsh/shared/contract/plans/shares.ts';
import { gstOn } from '@vimarsh/shared/domain/money/gst.ts';
import type { SoldPlan } from '@vimarsh/shared/domain/money/purchase.ts';
import { shareOf } from '@vimarsh/shared/domain/money/shares.ts';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openSite, type Site, signInBody } from '../../identity/site.testing.ts';
import type { Platform } from '../../platform/platform.ts';
import { databases } from '../../platform/testing.ts';
import { ulid } from '../../platform/text/id.ts';
import { book, creditNote, issue, unbalanced } from '../books.ts';
import { createMoney } from '../create-money.ts';
import { DEMO_SUPPLIER } from '../demo/supplier.ts';
import type { Shop } from '../shop.ts';
import { type MoneyDb, moneyOf } from '../tables.ts';
import { sharesOfMonth } from './export-shares.ts';
import type { SharesDb } from './shares.tables.ts';
import { keepTerm } from './terms.ts';
import { writeStatements } from './write-statements.ts';

const BUYER = { name: '', address: '', gstin: '' };

describe.each(await databases())('partners’ shares on %s', (kind) => {
  let site: Site;
  const shares = (): SharesDb => site.platform.db;
  let shop: Shop;
  let now = new Date('2026-11-20T06:00:00Z');
  let [author, approver, investor] = ['', '', ''];
  beforeAll(async () => {
    site = await openSite(kind);
    shop = await createMoney(site.platform, { partners: site.partners, identity: site.identity, clock: () => now });
    await site.platform.start();
    const signIn = async (email: string) => (await site.browser().post('/auth/v1/sign_in', signInBody(email))).body.token_data.access_token;
    author = await signIn('admin@vimarsh.example.com');
    approver = await signIn('operations@vimarsh.example.com');
    investor = await signIn('lite@mail.example.com');
  });
  afterAll(() => site.close());

  const at = (time: string): void => {
    now = new Date(time);
  };
  const post = (path: string, body: object, bearer = author) => site.browser().post(`/admin/v1/shares${path}`, body, bearer);
  const balanced = async () => expect(await unbalanced(site.platform.db)).toEqual([]);
  const termOf = (where: string, from_month: string, basis_points: number, plan = '') => ({ site: where, plan, basis_points, from_month, contract: 'C/1' });
  /** Proposed by one and approved by the other. */
  async function share(...term: Parameters<typeof termOf>): Promise<void> {
    const { body } = await post('', termOf(...term));
    expect(body).toMatchObject({ status: true });
    expect((await post('/approve', { id: body.data.id }, approver)).body).toMatchObject({ status: true });
  }

  /** A plan that was paid, with its invoice and its lines in the books, as hearing the provider leaves it. Returns the order. */
  async function bill(where: string, taxable: number, plan: SoldPlan = 'Premium'): Promise<string> {
    const [id, gst, user_id] = [ulid(), gstOn(taxable), 'usr_free'];
    const ends_at = new Date(now.getTime() + 30 * 86_400_000);
    await site.platform.transaction(async (tx: MoneyDb) => {
      const paid = { state: 'paid', payable: null, created_at: now, held_until: null, decided_at: now, refused_at: null, starts_at: now, ends_at } as const;
      await tx
        .insertInto('plan_orders')
        .values({
          ...{ id, user_id, site: where, plan, days: 30, taxable_paise: taxable, gst_paise: gst, credits: '[]', pay_paise: taxable + gst, coupon: '' },
          ...{ discount_paise: 0, place: '27', method: 'upi', mitc_version: '', idempotency_key: id, ...paid, charged_from: null, ended: '' },
        })
        .execute();
      const payment = { id: `pay_${id}`, order_id: id, user_id, amount_paise: taxable + gst, refunded_paise: 0, received_at: now };
      await tx.insertInto('plan_payments').values(payment).execute();
      await shop.identity.plans.give(tx, { id, user_id, plan_name: plan, starts_at: now, ends_at, kyc_gate: false });
      await issue(tx, 'invoice', { id, user_id, site: where }, { taxable, gst }, { supplier: DEMO_SUPPLIER, buyer: BUYER, place: '27' }, now);
      await book(tx, `paid ${id}`, { provider: taxable + gst, fees: -taxable, gst: -gst }, now);
    });
    return id;
  }
  /** A part of it that went back, with its credit note. */
  async function takeBack(id: string, taxable: number): Promise<void> {
    const note = ulid();
    await site.platform.transaction(async (tx: MoneyDb) => {
      await creditNote(tx, id, { taxable, gst: 0 }, now);
      await book(tx, `back ${note}`, { fees: taxable, refunds_due: -taxable }, now);
      const refund = { id: note, payment_id: `pay_${id}`, order_id: id, user_id: 'usr_free', amount_paise: taxable, reason: 'cancelled' } as const;
      await tx
        .insertInto('plan_refunds')
        .values({ ...refund, state: 'asked', asked_at: now, done_at: null })
        .execute();
      await tx
        .updateTable('plan_payments')
        .set((eb) => ({ refunded_paise: eb('refunded_paise', '+', taxable) }))
        .where('id', '=', `pay_${id}`)
        .execute();
    });
  }
  const month = async (name: string) => (await site.browser().get(`/admin/v1/shares/statements?month=${name}`, author)).body.data;
  const sums = async (where: string, name: string): Promise<number[] | undefined> => {
    const found = (await month(name)).statements.find((each: ShareStatement) => each.site === where);
    return found && [found.opening_paise, found.net_paise, found.share_paise, found.payable_paise, found.carried_paise];
  };
  const actions = async (object: string): Promise<string[]> =>
    (await site.platform.db.selectFrom('audit_log').select('action').where('object', '=', object).orderBy('id').execute()).map(({ action }) => action);

  test('a year of a partner by hand: month and year borders of India, rounding, a rate changed in mid-year, a refund three months later', async () => {
    at('2026-12-10T06:00:00Z');
    await share('garnet', '2026-12', 3000);
    // Its own site and ours: only the first is shared.
    const december = await bill('garnet', 422_88);
    await bill('', 846_61);
    // The last second of December in India, and the first of January.
    at('2026-12-31T18:29:59Z');
    await bill('garnet', 168_64, 'Lite');
    at('2026-12-31T18:30:00Z');
    await bill('garnet', 1_00);
    // 422.88 × 30 % is 126.864, 168.64 × 30 % is 50.592: 126.86 and 50.59.
    expect(await writeStatements(shop)).toBe(1);
    expect(await sums('garnet', '2026-12')).toEqual([0, 591_52, 177_45, 177_45, 0]);
    expect([await sums('', '2026-12'), await sums('garnet', '2027-01')]).toEqual([undefined, undefined]);

    at('2027-01-15T06:00:00Z');
    await share('garnet', '2027-03', 2000);
    await share('garnet', '2027-02', 4000, 'Pro');
    at('2027-02-05T06:00:00Z');
    await bill('garnet', 846_61, 'Pro');
    await bill('garnet', 422_88);
    // Publisher is sold to experts: by no term for all.
    await bill('garnet', 1270_34, 'Publisher');
    at('2027-03-20T06:00:00Z');
    // Three months later, after the rate has changed: 422.88 left 100.00, whose share is 30.00 of 126.86.
    await takeBack(december, 322_88);
    await bill('garnet', 99_99);
    // Half an hour before the financial year begins in India, and half an hour after.
    at('2027-03-31T18:00:00Z');
    await bill('garnet', 33_33);
    at('2027-03-31T19:00:00Z');
    await bill('garnet', 33_33);
    // An outage of months: all that is over is written at once, in order.
    expect(await writeStatements(shop)).toBe(3);
    // 1.00 × 30 %; 846.61 × 40 % is 338.644 and 422.88 × 30 %; 99.99 × 20 % is 19.998 and 33.33 × 20 % is 6.666, less 96.86.
    expect(await sums('garnet', '2027-01')).toEqual([0, 1_00, 30, 30, 0]);
    expect(await sums('garnet', '2027-02')).toEqual([0, 2539_83, 465_50, 465_50, 0]);
    expect(await sums('garnet', '2027-03')).toEqual([0, -189_56, -70_19, 0, -70_19]);
    at('2027-05-01T00:00:00Z');
    expect(await writeStatements(shop)).toBe(1);
    // What was below zero is carried: 6.67 less 70.19.
    expect(await sums('garnet', '2027-04')).toEqual([-70_19, 33_33, 6_67, 0, -63_52]);
    await bill('garnet', 1000_00);
    at('2027-06-01T00:00:00Z');
    await writeStatements(shop);
    expect(await sums('garnet', '2027-05')).toEqual([-63_52, 1000_00, 200_00, 136_48, 0]);
    expect(await writeStatements(shop)).toBe(0);
    await balanced();

    const march = await month('2027-03');
    const lines = march.csv.trimEnd().split('\r\n');
    expect(march).toMatchObject({ file: 'shares-2027-03.csv', next: '' });
    expect(lines[0]).toBe('\uFEFF"Site","Month","Number","Date","Kind","Takes back","Plan","Share %","Taxable ₹","Share ₹"');
    expect(lines.slice(1).map((line: string) => line.replace(/"V[RC]\/[\d/-]+"/g, '"…"'))).toEqual([
      '"garnet","2027-03","…","2027-03-20","Credit note","…","Premium",30,-322.88,-96.86',
      '"garnet","2027-03","…","2027-03-20","Invoice","","Premium",20,99.99,20',
      '"garnet","2027-03","…","2027-03-31","Invoice","","Premium",20,33.33,6.67',
    ]);
    const first = await sharesOfMonth(site.platform.db, '2027-03', '', 1);
    const second = await sharesOfMonth(site.platform.db, '2027-03', first.next, 2);
    expect([first.csv + second.csv, second.next]).toEqual([march.csv, '']);
    expect(await actions('2027-03')).toContain('shares.export');
    expect(await actions('garnet 2027-03')).toEqual(['share.statement']);
  });

  test('a month that is over never changes, whoever proposes or approves it, and when', async () => {
    at('2027-07-31T18:20:00Z');
    const { data } = (await post('', termOf('garnet', '2027-07', 9000))).body;
    expect((await post('', termOf('garnet', '2027-06', 9000))).body.problems[0].path).toBe('from_month');
    // Proposed in July, which ends in India before it is approved.
    at('2027-07-31T18:30:00Z');
    expect((await post('/approve', { id: data.id }, approver)).body.problems[0].path).toBe('from_month');
    await writeStatements(shop);
    // Nor by a node whose clock is behind.
    at('2027-07-31T18:00:00Z');
    expect((await post('/approve', { id: data.id }, approver)).body.problems[0].path).toBe('from_month');
    await balanced();
  });

  test('a share holds once another admin has approved it; what waits can be taken back', async () => {
    at('2027-08-10T06:00:00Z');
    const { data } = (await post('', termOf('garnet', '2027-09', 100))).body;
    expect((await post('/approve', { id: data.id })).http).toBe(403);
    const answers = await Promise.all([post('/approve', { id: data.id }, approver), post('/approve', { id: data.id }, approver)]);
    expect(answers.map(({ http }) => http).sort()).toEqual([200, 400]);
    expect((await post('/withdraw', { id: data.id })).http).toBe(404);
    const waits = (await post('', termOf('garnet', '2027-09', 5000))).body.data;
    expect((await post('/withdraw', { id: waits.id }, approver)).http).toBe(200);
    expect((await post('/approve', { id: waits.id }, approver)).http).toBe(400);
    const [newest, before] = (await site.browser().get('/admin/v1/shares', author)).body.data;
    expect(newest).toMatchObject({ id: waits.id, set_by: 'usr_admin', approved_at: null, withdrawn_by: 'usr_admin_2' });
    expect(before).toMatchObject({ id: data.id, basis_points: 100, approved_by: 'usr_admin_2', withdrawn_at: null });
    expect(await actions(data.id)).toEqual(['share.propose', 'share.approve']);
    expect(await actions(waits.id)).toEqual(['share.propose', 'share.withdraw']);
  });

  test('a statement is paid once, what it says, by the bank’s reference; its entry is in the books', async () => {
    const paid = { site: 'garnet', month: '2026-12', payable_paise: 177_45, reference: 'UTR1' };
    expect((await post('/paid', { ...paid, payable_paise: 177_44 })).body.problems[0].path).toBe('payable_paise');
    expect((await post('/paid', { ...paid, month: '2027-03', payable_paise: 1 })).body.problems[0].path).toBe('payable_paise');
    expect((await post('/paid', { ...paid, month: '2020-01' })).http).toBe(404);
    const answers = await Promise.all([1, 2, 3].map((number) => post('/paid', { ...paid, reference: `UTR${number}` }, number === 2 ? approver : author)));
    expect(answers.map(({ body }) => body.code ?? 'paid').sort()).toEqual(['SHARE_PAID', 'SHARE_PAID', 'paid']);
    const [statement] = (await month('2026-12')).statements;
    expect(statement.reference).toMatch(/^UTR[123]$/);
    const booked = await moneyOf(site.platform.db)
      .selectFrom('book_lines')
      .select(['account', 'paise'])
      .where('entry', '=', 'share paid garnet 2026-12')
      .execute();
    expect(booked.map(({ account, paise }) => [account, paise])).toEqual([
      ['shares_due', 177_45],
      ['bank', -177_45],
    ]);
    expect(await actions('garnet 2026-12')).toEqual(['share.statement', 'share.pay']);
    await balanced();
  });

  test('only admins, of partners there are', async () => {
    const term = termOf('garnet', '2030-01', 100);
    const asked = [post('', term, investor), post('/approve', { id: 'x' }, investor), post('/withdraw', { id: 'x' }, investor)];
    const paid = post('/paid', { site: 'garnet', month: '2027-01', payable_paise: 30, reference: 'UTR' }, investor);
    const read = ['', '/statements?month=2026-12'].map((path) => site.browser().get(`/admin/v1/shares${path}`, investor));
    expect((await Promise.all([...asked, paid, ...read])).map(({ http }) => http)).toEqual([403, 403, 403, 403, 403, 403]);
    for (const [wrong, path] of [
      [{ site: 'nowhere' }, 'site'],
      [{ site: '' }, 'site'],
      [{ basis_points: 10_001 }, 'basis_points'],
      [{ basis_points: 12.5 }, 'basis_points'],
      [{ plan: 'Chat' }, 'plan'],
      [{ from_month: '2030-13' }, 'from_month'],
      [{ contract: ' ' }, 'contract'],
    ] as const)
      expect((await post('', { ...term, ...wrong })).body.problems?.[0].path, JSON.stringify(wrong)).toBe(path);
  });

  describe('with partners of its own', () => {
    let made = 0;
    /** A contract of a site that no other test bills on. */
    async function contract(from_month: string, ...rates: [plan: SoldPlan | '', basis_points: number][]): Promise<string> {
      const where = `p${kind}${++made}`;
      for (const [plan, basis_points] of rates) {
        const id = ulid();
        await keepTerm(site.platform.db, { id, site: where, plan, basis_points, from_month, contract: 'C/2' }, 'usr_a', now);
        await shares().updateTable('share_terms').set({ approved_by: 'usr_b', approved_at: now }).where('id', '=', id).execute();
      }
      return where;
    }
    /** So that nobody writes their statements of the years until the next test. */
    const forgetContracts = () => shares().deleteFrom('share_terms').execute();
    beforeEach(forgetContracts);
    const statements = (where: string) => shares().selectFrom('share_statements').selectAll().where('site', '=', where).orderBy('month').execute();

    test('three jobs at once write each statement once', async () => {
      at('2032-01-05T06:00:00Z');
      const where = await contract('2032-01', ['', 2500]);
      await bill(where, 422_88);
      at('2032-05-01T06:00:00Z');
      await Promise.all([1, 2, 3].map(() => writeStatements(shop)));
      expect((await statements(where)).map(({ month: name, share_paise }) => [name, share_paise])).toEqual([
        ['2032-01', 105_72],
        ['2032-02', 0],
        ['2032-03', 0],
        ['2032-04', 0],
      ]);
      await balanced();
    });

    test('a statement that can’t be written holds up no other partner’s, and the job fails all the same', async () => {
      at('2033-06-05T06:00:00Z');
      const [broken, well] = [await contract('2033-06', ['', 1000]), await contract('2033-06', ['', 1000])];
      for (const where of [broken, well]) await bill(where, 100_00);
      at('2033-07-05T06:00:00Z');
      const { audit } = site.platform;
      const write: typeof audit.write = async (tx, entry) => {
        if (entry.object === `${broken} 2033-06`) throw new Error('broken');
        return audit.write(tx, entry);
      };
      await expect(writeStatements({ ...shop, platform: { ...site.platform, audit: { ...audit, write } } })).rejects.toThrow('broken');
      expect([await statements(broken), await statements(well)]).toMatchObject([[], [{ month: '2033-06', share_paise: 10_00 }]]);
      await writeStatements(shop);
      expect(await statements(broken)).toHaveLength(1);
      await balanced();
    });

    test('the process ends before or after any commit: what is missing is written the next time, and nothing twice', async () => {
      at('2033-01-05T06:00:00Z');
      const where = await contract('2033-01', ['', 3333]);
      for (let bought = 0; bought < 4; bought += 1) {
        const id = await bill(where, 100_01);
        at(new Date(now.getTime() + 31 * 86_400_000).toISOString());
        await takeBack(id, 33_34);
      }
      const dying = (step: number): Shop => {
        let steps = 0;
        const died = (): void => {
          steps += 1;
          if (steps === step) throw new Error('ended');
        };
        const transaction: Platform['transaction'] = async (work) => {
          const done = await site.platform.transaction(async (tx) => {
            const result = await work(tx);
            died();
            return result;
          });
          died();
          return done;
        };
        return { ...shop, platform: { ...site.platform, transaction } };
      };
      // Each time it ends one step later than the last.
      for (let step = 1; step <= 4; step += 1) {
        await expect(writeStatements(dying(step))).rejects.toThrow('ended');
        await balanced();
      }
      await writeStatements(shop);
      const rows = await statements(where);
      expect(rows.map(({ month: name }) => name)).toEqual(['2033-01', '2033-02', '2033-03', '2033-04']);
      // 100.01 is 33.33, and of 66.67 left 22.22: four times, but the last was taken back in May.
      expect(rows.reduce((sum, { share_paise }) => sum + share_paise, 0)).toBe(4 * 33_33 - 3 * (33_33 - 22_22));
    });

    test('random months of buying, refunds, outages and payouts: shares are those of what is left of each fee, and the books agree', async () => {
      const step = fc.oneof(
        {
          weight: 5,
          arbitrary: fc.record({
            do: fc.constant('bill' as const),
            plan: fc.constantFrom('Lite', 'Premium', 'Pro', 'Publisher'),
            taxable: fc.integer({ min: 1, max: 900_000 }),
          }),
        },
        { weight: 4, arbitrary: fc.record({ do: fc.constant('back' as const), which: fc.nat(20), permille: fc.integer({ min: 1, max: 1000 }) }) },
        { weight: 5, arbitrary: fc.record({ do: fc.constant('wait' as const), days: fc.integer({ min: 1, max: 45 }), job: fc.boolean() }) },
        { weight: 2, arbitrary: fc.record({ do: fc.constant('pay' as const) }) },
      );
      const rate = fc.integer({ min: 0, max: 10_000 });
      let start = Date.parse('2034-01-01T00:00:00Z');
      await fc.assert(
        fc.asyncProperty(rate, rate, fc.array(step, { minLength: 5, maxLength: 25 }), async (all, pro, steps) => {
          start += 365 * 86_400_000;
          at(new Date(start).toISOString());
          const where = await contract(now.toISOString().slice(0, 7), ['', all], ['Pro', pro]);
          const fees: { id: string; left: number; rate: number }[] = [];
          for (const each of steps) {
            if (each.do === 'bill') {
              const own = each.plan === 'Publisher' ? 0 : each.plan === 'Pro' ? pro : all;
              fees.push({ id: await bill(where, each.taxable, each.plan as SoldPlan), left: each.taxable, rate: own });
            } else if (each.do === 'back' && fees.length > 0) {
              const fee = fees[each.which % fees.length]!;
              const taken = Math.ceil((fee.left * each.permille) / 1000);
              if (taken > 0) await takeBack(fee.id, taken);
              fee.left -= taken;
            } else if (each.do === 'wait') {
              at(new Date(now.getTime() + each.days * 86_400_000).toISOString());
              if (each.job) await writeStatements(shop);
            } else if (each.do === 'pay') {
              for (const { month: name, payable_paise } of await statements(where))
                if (payable_paise > 0) await post('/paid', { site: where, month: name, payable_paise, reference: 'UTR' });
            }
          }
          at(new Date(now.getTime() + 32 * 86_400_000).toISOString());
          await writeStatements(shop);
          const rows = await statements(where);
          expect(rows.reduce((sum, { share_paise }) => sum + share_paise, 0)).toBe(fees.reduce((sum, fee) => sum + shareOf(fee.left, fee.rate), 0));
          expect(rows.reduce((sum, { net_paise }) => sum + net_paise, 0)).toBe(fees.reduce((sum, { left }) => sum + left, 0));
          expect(rows.reduce((sum, { payable_paise }) => sum + payable_paise, 0) + (rows.at(-1)?.carried_paise ?? 0)).toBe(
            rows.reduce((sum, { share_paise }) => sum + share_paise, 0),
          );
          await balanced();
          await forgetContracts();
        }),
        { numRuns: 8, seed: 20_261_127 },
      );
    }, 120_000);

    test.each<[string, (tx: SharesDb) => Promise<unknown>, RegExp]>([
      [
        'a line that says more',
        (tx) => tx.updateTable('share_lines').set({ share_paise: 1 }).where('site', '=', 'garnet').where('share_paise', '=', 30).execute(),
        /^the statement of garnet 2027-01 says 30 of 100, its lines 1 of 100$/,
      ],
      [
        'a line that is gone',
        (tx) => tx.deleteFrom('share_lines').where('site', '=', 'garnet').where('share_paise', '=', 30).execute(),
        / stands in no statement$/,
      ],
      [
        'a line of another sum than its invoice',
        (tx) => tx.updateTable('share_lines').set({ taxable_paise: 99 }).where('site', '=', 'garnet').where('share_paise', '=', 30).execute(),
        /^line VR.* is not its invoice or credit note$/,
      ],
      [
        'a sum that was not carried',
        (tx) => sql`update share_statements set opening_paise = 0, payable_paise = 20000 where site = 'garnet' and month = '2027-05'`.execute(tx),
        /^the statement of garnet 2027-05 opens with 0, carried to it is -6352$/,
      ],
      [
        'an entry that is gone',
        (tx) => tx.deleteFrom('book_lines').where('entry', '=', 'share garnet 2027-05').execute(),
        /^the share of garnet 2027-05 is 20000/,
      ],
      [
        'a payout of another sum',
        (tx) => tx.updateTable('share_payouts').set({ paise: 1 }).where('site', '=', 'garnet').execute(),
        /^garnet was paid 1 for 2026-12/,
      ],
      [
        'a month that is missing',
        async (tx) => {
          await tx.deleteFrom('share_lines').where('site', '=', 'garnet').where('month', '=', '2027-04').execute();
          await tx.deleteFrom('share_statements').where('site', '=', 'garnet').where('month', '=', '2027-04').execute();
        },
        /^statements of garnet have a gap$/,
      ],
    ])('a night’s check names %s', async (_what, change, sentence) => {
      const looked = site.platform.transaction(async (tx) => {
        await change(tx);
        throw new Error((await unbalanced(tx)).find((wrong) => sentence.test(wrong)) ?? 'nothing was found');
      });
      await expect(looked).rejects.toThrow(sentence);
      await balanced();
    });
  });
});
