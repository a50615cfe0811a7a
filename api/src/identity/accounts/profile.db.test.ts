import { profile } from '@vimarsh/shared/contract/identity/types.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { featureDatabase } from '../../platform/testing.ts';
import { demoSignIns } from '../demo/demo.people.ts';
import { freshMobile, openSite, type Site, signInBody, signUp } from '../site.testing.ts';

const PROFILE = '/auth/v1/profile';

/** Every field of profile data by its row of the specification. */
const FIELDS = [
  ['full_name', 'S3-PDATA-01'],
  ['email', 'S3-PDATA-02'],
  ['email_verified', 'S3-PDATA-03'],
  ['mobile', 'S3-PDATA-04'],
  ['mobile_verified', 'S3-PDATA-05'],
  ['address', 'S3-PDATA-06'],
  ['profession', 'S3-PDATA-07'],
  ['about_us', 'S3-PDATA-08'],
  ['company', 'S3-PDATA-09'],
  ['sebi_regi_number', 'S3-PDATA-10'],
  ['institute_name', 'S3-PDATA-11'],
  ['gst_number', 'S3-PDATA-12'],
  ['website', 'S3-PDATA-13'],
  ['gmail', 'S3-PDATA-14'],
  ['facebook', 'S3-PDATA-15'],
  ['linkedin', 'S3-PDATA-16'],
  ['telegram', 'S3-PDATA-17'],
  ['youtube', 'S3-PDATA-18'],
  ['sebi_certificate_status', 'S3-PDATA-19'],
  ['pan_card_status', 'S3-PDATA-20'],
  ['aadhar_card_status', 'S3-PDATA-21'],
  ['nism_certificate_status', 'S3-PDATA-22'],
  ['pan_card_number', 'S3-PDATA-23'],
  ['aadhar_card_number', 'S3-PDATA-24'],
  ['risk_category', 'S3-PDATA-25'],
  ['broker_registration_no', 'S3-PDATA-26'],
  ['dealer_of', 'S3-PDATA-27'],
  ['picture', 'S3-PDATA-28'],
  ['cover_image', 'S3-PDATA-29'],
  ['utm_source', 'S3-PDATA-30'],
] as const;

describe.each(await featureDatabase())('profiles (%s)', (database) => {
  let site: Site;
  beforeAll(async () => {
    site = await openSite(database);
  });
  afterAll(() => site.close());

  async function profileOf(email: string, host?: string) {
    const browser = site.browser(host ? { host } : {});
    const signed = await browser.post('/auth/v1/sign_in', signInBody(email));
    const bearer = signed.body.token_data.access_token;
    return { browser, bearer, data: (await browser.get(PROFILE, bearer)).body.data };
  }

  test('a signed-in user reads the own profile (S7-PROFILE-04)', async () => {
    const { data } = await profileOf('premium@mail.example.com');
    expect(data.user_data.roles).toEqual(['Retail Investor']); // S3-PRESP-01
    expect(data.user_data.username).toBe('premium@mail.example.com'); // S3-PRESP-02
    expect(data.user_data.user_id).toBe('usr_premium'); // S3-PRESP-03
    expect(data.profile_data.full_name).toBe('Rohan Deshpande'); // S3-PRESP-04
    expect(data.sub_plan_data.plan_name).toBe('Premium'); // S3-PRESP-05, inside data: S3-PRESP-A01
    expect(data).toHaveProperty('publisher_plan_data', null); // S3-PRESP-06
    expect(data.last_seen).toBe(site.clock.now.toISOString()); // S3-PRESP-07
    expect(profile.safeParse(data).error).toBeUndefined();
  });

  test('a fresh account has every field, unset ones as empty text', async () => {
    const browser = site.browser();
    const { body } = await signUp(site, browser, freshMobile(), 'Asha');
    const { profile_data } = (await browser.get(PROFILE, body.token_data.access_token)).body.data;
    for (const [field, id] of FIELDS) expect(profile_data, id).toHaveProperty(field);
    for (const field of ['email', 'email_verified', 'address', 'company', 'dealer_of', 'picture', 'utm_source', 'sebi_regi_number', 'last_name'])
      expect(profile_data[field]).toBe('');
  });

  test('looking it up by POST gives the same, saves nothing, and never another’s (S7-PROFILE-02, S7-PROFILE-A01)', async () => {
    const { browser, bearer, data } = await profileOf('free@mail.example.com');
    const lookUp = { profession: 'Analyst', email: 'admin@vimarsh.example.com', mobile: '9000000001' };
    for (let i = 0; i < 2; i++) expect((await browser.post(PROFILE, lookUp, bearer)).body.data).toEqual(data);
    expect((await browser.get(PROFILE, bearer)).body.data).toEqual(data);
  });

  test('an expert’s profile shows registration, documents and plan', async () => {
    const { data } = await profileOf('ananya@experts.example.com');
    expect(data.profile_data).toMatchObject({
      sebi_regi_number: 'INH999900001',
      pan_card_status: 'Verified',
      aadhar_card_status: 'Verified',
      sebi_certificate_status: 'Verified',
      mark_as_verified_user: true,
    });
    expect(data.publisher_plan_data.plan_name).toBe('Publisher');
  });

  test('an expert whose documents are pending is not verified', async () => {
    const { data } = await profileOf('rakesh@experts.example.com');
    expect(data.profile_data).toMatchObject({ pan_card_status: 'Pending', mark_as_verified_user: false });
    expect(data.publisher_plan_data).toBeNull();
  });

  test('a dealer names the brokers worked for (S3-PDATA-35)', async () => {
    expect((await profileOf('omkar@experts.example.com')).data.profile_data.dealer_of).toEqual(['Saras Broking']);
  });

  test('activity comes from the features that know it, each its part', async () => {
    const published = new Date(site.clock.now.getTime() - 29 * 86_400_000).toISOString();
    site.identity.addActivity(async (user_id) => (user_id === 'exp_05' ? { reco_count: 7, last_published_at: published } : {}));
    site.identity.addActivity(async (user_id) => (user_id === 'exp_05' ? { rank: 2 } : {}));
    const { data } = await profileOf('harini@experts.example.com');
    expect(data.profile_data).toMatchObject({ reco_count: 7, has_recommendation: true, is_active_ra: true, rank: 2 });
    site.clock.forward(2 * 86_400_000);
    expect((await profileOf('harini@experts.example.com')).data.profile_data.is_active_ra).toBe(false);
  });

  test('the chat plan stands beside the others (S1-PLAN-05)', async () => {
    const { data } = await profileOf('chat@mail.example.com');
    expect(data.sub_plan_data).toBeNull();
    expect(data.chat_plan_data.ends_at > site.clock.now.toISOString()).toBe(true);
  });

  test('every printed demo account signs in on its host, by password', async () => {
    expect(demoSignIns.map(({ shows }) => shows)).toContain('expert with documents pending');
    for (const { id, email, partner_key } of demoSignIns) {
      const { data } = await profileOf(email, partner_key ? `${partner_key}.localhost` : undefined);
      expect(data.user_data.user_id).toBe(id);
    }
  });

  test('sixteen experts, in order, with the states of their registrations', async () => {
    const experts = await site.identity.experts();
    expect(experts.map(({ user_id }) => user_id)).toEqual(Array.from({ length: 16 }, (_, i) => `exp_${String(i + 1).padStart(2, '0')}`));
    expect(experts.map(({ reg_no }) => reg_no)).toEqual(Array.from({ length: 16 }, (_, i) => `INH9999000${String(i + 1).padStart(2, '0')}`));
    expect(experts.slice(0, 12).every(({ status, verified }) => status === 'verified' && verified)).toBe(true);
    expect(experts.slice(12).map(({ status }) => status)).toEqual(['pending', 'rejected', 'expiring', 'suspended']);
    expect(await site.identity.expert('exp_03')).toEqual(experts[2]);
    expect(await site.identity.expert('usr_free')).toBeNull();
  });
});
