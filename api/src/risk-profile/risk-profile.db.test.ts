import { RISK_ANSWERS, type RiskAnswers } from '@vimarsh/shared/contract/risk-profile/types.ts';
import { snapToTick } from '@vimarsh/shared/domain/market/ticks.ts';
import { RISK_QUESTIONS_VERSION } from '@vimarsh/shared/domain/risk/questions.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type OptionStage, optionDraftOf } from '../calls/options/drafts.testing.ts';
import { draftOf, openStage, type Stage } from '../calls/testing.ts';
import type { PersonalData } from '../identity/index.ts';
import { eraseDue, freshMobile, openSite, type Site, signInBody, signUp } from '../identity/site.testing.ts';
import { featureDatabase } from '../platform/testing.ts';
import { createRiskProfile } from './index.ts';
import { risksOf, tidyRisk } from './risk-profile.store.ts';

const URL = '/auth/v1/risk_profile';
const DAY = 86_400_000;
/** Three answers with ten points, the rest with none. */
const CAREFUL: RiskAnswers = {
  age: 'under_30',
  income: 'steady',
  dependants: 'none',
  emergency_fund: 'under_1_month',
  horizon: 'within_1_year',
  share_of_savings: 'over_50',
  experience: 'none',
  reaction: 'sell_all',
  loss_tolerance: 'none',
  derivatives: 'none',
};
const BOLD: RiskAnswers = {
  ...CAREFUL,
  emergency_fund: 'over_6_months',
  horizon: 'over_7_years',
  share_of_savings: 'up_to_10',
  experience: 'over_5_years',
  reaction: 'buy_more',
};
const bodyOf = (answers: object, version = RISK_QUESTIONS_VERSION) => ({ version, answers });

describe.each(await featureDatabase())('risk profiles on %s', (database) => {
  let site: Site;
  let address = 0;
  const kept: PersonalData[] = [];
  beforeAll(async () => {
    site = await openSite(database);
    const { keeps, setRiskCategory } = site.identity;
    const identity = {
      setRiskCategory,
      keeps(data: PersonalData) {
        kept.push(data);
        keeps(data);
      },
    };
    createRiskProfile(site.platform, { identity, clock: () => site.clock.now });
    await site.platform.start();
  });
  afterAll(() => site.close());

  async function member() {
    const browser = site.browser({ ip: `10.41.${(++address >> 8) & 255}.${address & 255}` });
    const { body } = await signUp(site, browser, freshMobile());
    const user_id = body.user_id as string;
    const bearer = body.data.token as string;
    return {
      user_id,
      read: () => browser.get(URL, bearer),
      save: (answers: object, version?: string) => browser.post(URL, bodyOf(answers, version), bearer),
      remove: () => browser.post(`${URL}/delete`, {}, bearer),
      get: (path: string) => browser.get(path, bearer),
      browser,
      bearer,
    };
  }
  const rowsOf = (user_id: string) => risksOf(site.platform.db).selectFrom('risk_profiles').selectAll().where('user_id', '=', user_id).execute();
  const categoryIn = async ({ get }: Awaited<ReturnType<typeof member>>) => (await get('/auth/v1/profile')).body.data.profile_data.risk_category;

  test('ten answers make a category that holds for a year and stands in the profile; nobody else has it (S3-PDATA-25)', async () => {
    const [asha, ravi] = [await member(), await member()];
    expect((await asha.read()).body.data).toEqual({ profile: null, history: [] });
    expect(await categoryIn(asha)).toBe('');
    const { body } = await asha.save(CAREFUL);
    const answered_at = site.clock.now.toISOString();
    expect(body.data).toEqual({
      profile: { version: '1', answers: CAREFUL, score: 30, category: 'Conservative', answered_at, valid_till: '2027-11-20' },
      history: [{ category: 'Conservative', version: '1', answered_at }],
    });
    expect((await asha.read()).body.data).toEqual(body.data);
    expect(await categoryIn(asha)).toBe('Conservative');
    expect((await ravi.read()).body.data).toEqual({ profile: null, history: [] });
    expect(await categoryIn(ravi)).toBe('');
  });

  test('of answers that are replaced only the category and its day stay, also when several tabs save at once', async () => {
    const asha = await member();
    await asha.save(CAREFUL);
    site.clock.forward(60_000);
    const { data } = (await asha.save(BOLD)).body;
    expect([data.profile.category, data.profile.score]).toEqual(['Aggressive', 80]);
    expect(data.history.map(({ category }: { category: string }) => category)).toEqual(['Aggressive', 'Conservative']);
    const answers = await Promise.all([asha.save(CAREFUL), asha.save(BOLD), asha.save(CAREFUL)]);
    expect(answers.map(({ http }) => http)).toEqual([200, 200, 200]);
    const rows = await rowsOf(asha.user_id);
    expect(rows).toHaveLength(5);
    expect(rows.filter((row) => row.answers !== null || row.score !== null)).toHaveLength(1);
    const latest = rows.find(({ answers }) => answers !== null)!;
    expect(await categoryIn(asha)).toBe(latest.category);
    expect((await asha.read()).body.data.profile.category).toBe(latest.category);
  });

  test.each(Object.keys(RISK_ANSWERS))('without an answer to %s, or with one there is not, nothing is saved and the question is named', async (question) => {
    const asha = await member();
    const { [question as keyof RiskAnswers]: _without, ...others } = CAREFUL;
    for (const wrong of [others, { ...CAREFUL, [question]: 'perhaps' }, { ...CAREFUL, [question]: 7 }]) {
      const { http, body } = await asha.save(wrong);
      expect([http, body.code, body.problems]).toEqual([400, 'BAD_REQUEST', [{ path: `answers.${question}`, message: 'Choose one of the answers' }]]);
    }
    expect((await asha.read()).body.data).toEqual({ profile: null, history: [] });
  });

  test('answers to other questions than today’s are not taken', async () => {
    const asha = await member();
    const { http, body } = await asha.save(CAREFUL, '0');
    expect([http, body.problems[0].path]).toEqual([400, 'version']);
    expect(await rowsOf(asha.user_id)).toEqual([]);
  });

  test('visitors and experts have none and can’t make one', async () => {
    const browser = site.browser({ ip: '10.41.200.1' });
    const expert = (await browser.post('/auth/v1/sign_in', signInBody('ananya@experts.example.com'))).body.token_data.access_token;
    for (const answer of [await browser.get(URL, expert), await browser.post(URL, bodyOf(CAREFUL), expert)])
      expect([answer.http, answer.body.code]).toEqual([403, 'FORBIDDEN']);
    // Whoever was an investor takes theirs away all the same.
    expect((await browser.post(`${URL}/delete`, {}, expert)).http).toBe(200);
    for (const answer of [await browser.get(URL), await browser.post(URL, bodyOf(CAREFUL)), await browser.post(`${URL}/delete`, {})])
      expect([answer.http, answer.body.code]).toEqual([401, 'SESSION_ENDED']);
  });

  test('after twelve months it counts as none, and the night takes the answers; the category’s day stays for who looks back', async () => {
    const asha = await member();
    const db = risksOf(site.platform.db);
    await asha.save(BOLD);
    const night = () => tidyRisk(db, { answers: new Date(site.clock.now.getTime() - 368 * DAY), history: new Date(site.clock.now.getTime() - 1825 * DAY) });
    const setBack = (days: number) =>
      db
        .updateTable('risk_profiles')
        .set({ answered_at: new Date(site.clock.now.getTime() - days * DAY) })
        .where('user_id', '=', asha.user_id)
        .execute();
    await setBack(365);
    expect((await asha.read()).body.data.profile).toMatchObject({ category: 'Aggressive' });
    await setBack(366);
    const { data } = (await asha.read()).body;
    expect(data).toEqual({ profile: null, history: [{ category: 'Aggressive', version: '1', answered_at: expect.any(String) }] });
    await night();
    expect((await rowsOf(asha.user_id))[0]!.answers, 'it may be asked for a day more').not.toBeNull();
    await setBack(369);
    await night();
    expect((await rowsOf(asha.user_id)).map(({ answers, score, category }) => ({ answers, score, category }))).toEqual([
      { answers: null, score: null, category: 'Aggressive' },
    ]);
    expect((await asha.read()).body.data.history).toHaveLength(1);
    await setBack(1826);
    await night();
    expect(await rowsOf(asha.user_id)).toEqual([]);
  });

  test('what the profile says ends by itself on the same day', async () => {
    const asha = await member();
    await asha.save(BOLD);
    const endsAt = (at: Date) => sql`update profiles set risk_ends_at = ${at} where user_id = ${asha.user_id}`.execute(site.platform.db);
    const { rows } = await sql<{ at: Date }>`select risk_ends_at as at from profiles where user_id = ${asha.user_id}`.execute(site.platform.db);
    expect(rows[0]!.at.toISOString()).toBe('2027-11-20T18:30:00.000Z');
    expect(await categoryIn(asha)).toBe('Aggressive');
    await endsAt(new Date(site.clock.now.getTime() + 1));
    expect(await categoryIn(asha)).toBe('Aggressive');
    await endsAt(site.clock.now);
    expect(await categoryIn(asha)).toBe('');
  });

  test('deleting it takes the answers, the category and its history; doing so again changes nothing', async () => {
    const [asha, ravi] = [await member(), await member()];
    for (const one of [asha, ravi]) await one.save(CAREFUL);
    await asha.save(BOLD);
    for (let times = 0; times < 2; times += 1) expect((await asha.remove()).body.data).toEqual({ profile: null, history: [] });
    expect(await rowsOf(asha.user_id)).toEqual([]);
    expect(await categoryIn(asha)).toBe('');
    expect(await rowsOf(ravi.user_id)).toHaveLength(1);
  });

  test('a copy of one’s data has all of it and an erasure takes it; the audit log names each change and none of the answers', async () => {
    const [asha, ravi] = [await member(), await member()];
    await asha.save(CAREFUL);
    site.clock.forward(1000);
    await asha.save(BOLD);
    await ravi.save(CAREFUL);
    const { risk_profiles } = (await asha.get('/auth/v1/export')).body.data;
    const at = expect.stringMatching(/^20\d\d-/);
    expect(risk_profiles).toEqual([
      { version: '1', category: 'Aggressive', answered_at: at, answers: BOLD, score: 80 },
      { version: '1', category: 'Conservative', answered_at: at, answers: null, score: null },
    ]);
    await asha.browser.post('/auth/v1/erasure', { on: true }, asha.bearer);
    await eraseDue(site.platform, new Date(site.clock.now.getTime() + 48 * 3_600_000), kept, async () => undefined);
    expect(await rowsOf(asha.user_id)).toEqual([]);
    expect(await rowsOf(ravi.user_id)).toHaveLength(1);
    const { rows } = await sql<Record<string, unknown>>`
      select * from audit_log where object = ${asha.user_id} and action like 'risk%' order by id`.execute(site.platform.db);
    expect(rows.map(({ action, actor }) => [action, actor])).toEqual([
      ['risk_profile.save', asha.user_id],
      ['risk_profile.save', asha.user_id],
    ]);
    expect(JSON.stringify(rows)).not.toMatch(/Aggressive|buy_more/);
  });

  test('twenty changes an hour are enough for anybody', async () => {
    const asha = await member();
    const answers = [];
    for (let count = 0; count < 21; count += 1) answers.push(await asha.save(CAREFUL));
    expect(answers.map(({ body }) => body.code ?? 'saved')).toEqual([...Array(20).fill('saved'), 'RATE']);
  });
});

describe.each(await featureDatabase())('a risk profile only warns, on %s', (database) => {
  /** Two with the same plan who follow the same experts; one of them will have a profile that every call exceeds. */
  const [WITH, WITHOUT] = ['usr_lite', 'usr_broker'] as const;
  const ofTwo = (ids: readonly string[]) => ids.filter((id) => id === WITH || id === WITHOUT);
  let stage: Stage;
  beforeAll(async () => {
    stage = await openStage({
      database,
      start: '2026-11-20T05:00:00.000Z',
      changed: (id) => (ofTwo([id]).length > 0 ? { plan: 'Pro' } : undefined),
      compose: (platform, { identity }) => createRiskProfile(platform, { identity }),
    });
  });
  afterAll(() => stage.end());

  async function publish(author: string, stock: string): Promise<string> {
    const { ltp } = stage.market.quote(stock)!;
    const { tick } = stage.market.instrument(stock)!;
    const at = (pct: number) => snapToTick(ltp * (1 + pct / 100), tick);
    const levels = { entry_mode: 'range' as const, entry_low: at(-2), entry_high: at(-1.5), target: at(12), stop_loss: at(-9) };
    const { data, validation } = await stage.post(author, '/reco/v1/calls', {
      cid: `${author}-${stock}`,
      draft: draftOf({ stock, valid_till: '2026-12-11', ...levels }),
    });
    expect(validation).toBe('');
    return `/reco/v1/calls/${data.id}`;
  }
  async function publishOptions(author: string): Promise<string> {
    const draft = await optionDraftOf(stage.market as OptionStage, 'NIFTY', '2026-11-23', [['buy', 'CE', 0]]);
    const { data, validation } = await stage.post(author, '/reco/v1/options/calls', { cid: `${author}-options`, draft });
    expect(validation).toBe('');
    return `/reco/v1/options/calls/${data.id}`;
  }
  const LISTS = [
    ...['newest', 'oldest', 'potential'].map((sort) => `/reco/v1/calls?view=live&sort=${sort}&limit=50`),
    '/reco/v1/calls?view=past&sort=newest&limit=50&period=ALL',
    '/reco/v1/options/calls?view=live',
    '/base/v1/notices',
  ];

  test('every list, every call in full and every notice is the same, byte by byte, with and without one, and so is what experts read', async () => {
    for (const who of [WITH, WITHOUT]) for (const user_id of ['exp_01', 'exp_02']) await stage.post(who, '/reco/v1/follow', { user_id, on: true });
    const calls = [await publish('exp_01', 'INFY'), await publish('exp_02', 'TCS'), await publishOptions('exp_01')];
    const told = () => stage.notices.map(({ user_ids }) => ofTwo(user_ids));
    const toldOf = (count: number) => vi.waitFor(() => expect(told()).toEqual(Array(count).fill([WITHOUT, WITH])), { timeout: 15_000, interval: 50 });
    await toldOf(3);
    const read = async (who: string) => {
      const answers: Record<string, string> = {};
      for (const url of [...LISTS, ...calls]) {
        const { http, text } = await stage.get(who, url);
        // An expert may not read every call of others, and is told so in the same words as before.
        if (who !== 'exp_01') expect([url, http]).toEqual([url, 200]);
        answers[url] = text.replace(/,"request_id":"\w+"/, '');
      }
      return answers;
    };
    const [own, expert] = [await read(WITH), await read('exp_01')];
    for (const url of calls) expect(own[url], 'both may read all of them').toContain('stop_loss');
    expect(own['/base/v1/notices']!.match(/"seq"/g)).toHaveLength(3);

    expect((await stage.post(WITH, URL, bodyOf(CAREFUL))).data.profile.category).toBe('Conservative');
    expect(await read(WITH)).toEqual(own);
    expect(await read(WITHOUT)).toEqual(own);
    expect(await read('exp_01')).toEqual(expert);

    // What comes after it is told to both.
    calls.push(await publish('exp_02', 'ITC'));
    await toldOf(4);
    expect(await read(WITH)).toEqual(await read(WITHOUT));
  });
});
