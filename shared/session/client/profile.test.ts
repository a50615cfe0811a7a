import { expect, test } from 'vitest';
import { loginExtras, profileData } from '../../contract/identity/types.ts';
import { loginAnswer, PREMIUM, PROFILE, USER } from '../testing.ts';
import { localProfile, mapProfile } from './profile.ts';

const HOST = 'https://api.vimarsh.example';
const map = (profile: Record<string, unknown>) => mapProfile({ user_data: USER, profile_data: { ...PROFILE, ...profile } }, HOST);

test('the fixtures keep the contract', () => {
  expect(profileData.safeParse(PROFILE).success).toBe(true);
  expect(loginExtras.safeParse(loginAnswer().extras).success).toBe(true);
});

test('relative pictures get the server’s host, absolute ones and none stay (S3-PDATA-31, S3-PDATA-32, S3-PDATA-A02)', () => {
  expect(map({ picture: '/media/a.png' }).picture).toBe(`${HOST}/media/a.png`);
  expect(map({ cover_image: '/media/c.png' }).cover_image).toBe(`${HOST}/media/c.png`);
  expect(map({ picture: 'media/a.png' }).picture).toBe(`${HOST}/media/a.png`);
  for (const picture of ['https://x/a.png', 'data:image/png;base64,AA', '//cdn/a.png', '']) expect(map({ picture }).picture).toBe(picture);
});

test('username comes from user_data (S3-PDATA-33)', () => {
  expect(map({}).username).toBe('asha');
});

test('empty values become empty strings, false stays false (S3-PDATA-34, S3-PDATA-A03)', () => {
  const mapped = map({ company: null, website: undefined, email_verified: false, mobile_verified: null });
  expect([mapped.company, mapped.website, mapped.email_verified, mapped.mobile_verified]).toEqual(['', '', false, '']);
});

test.each(['', 'Neem Securities', ['Neem Securities']])('dealer_of may be %j (S3-PDATA-A01)', (dealer_of) => {
  expect(profileData.safeParse({ ...PROFILE, dealer_of }).success).toBe(true);
  expect(map({ dealer_of }).dealer_of).toEqual(dealer_of);
});

/** The 21 fields of the local profile, with the fixture's values; what the answer holds is copied (S3-PROF-O01). */
const LOCAL: readonly [row: string, field: string, value: unknown][] = [
  ['S3-PROF-01', 'id', 'exp_01'],
  ['S3-PROF-02', 'full_name', 'Asha Rao'],
  ['S3-PROF-03', 'first_name', 'Asha'],
  ['S3-PROF-04', 'last_name', 'Rao'],
  ['S3-PROF-05', 'email', 'asha@vimarsh.example'],
  ['S3-PROF-06', 'mobile', '9876543210'],
  ['S3-PROF-07', 'picture', `${HOST}/media/a.png`],
  ['S3-PROF-08', 'profession', 'Analyst'],
  ['S3-PROF-09', 'username', 'asha'],
  ['S3-PROF-10', 'user', 'exp_01'],
  ['S3-PROF-11', 'last_seen', '2026-11-20T04:00:00.000Z'],
  ['S3-PROF-12', 'reco_count', 7],
  ['S3-PROF-13', 'ask_password_for_change', false],
  ['S3-PROF-14', 'aadhar_card_status', 'Verified'],
  ['S3-PROF-15', 'pan_card_status', 'Verified'],
  ['S3-PROF-16', 'sebi_certificate_status', 'Verified'],
  ['S3-PROF-17', 'mark_as_verified_user', true],
  ['S3-PROF-18', 'has_recommendation', true],
  ['S3-PROF-19', 'is_active_ra', true],
  ['S3-PROF-20', 'source', 'direct'],
  ['S3-PROF-21', 'utm_source', 'neem'],
];
const parts = { user_data: USER, profile_data: { ...PROFILE, utm_source: 'neem' }, sub_plan_data: PREMIUM, publisher_plan_data: null };

test.each(LOCAL)('%s: the local profile has %s', (_row, field, value) => {
  const kept = JSON.parse(JSON.stringify(localProfile(parts, HOST, '2026-11-20T04:00:00.000Z')));
  expect(kept[field]).toEqual(value);
});

test('id and user are both the user id (S3-PROF-A01); document numbers and address stay out of storage', () => {
  const kept = localProfile(parts, HOST);
  expect(kept.id).toBe(kept.user);
  expect(JSON.stringify(kept)).not.toMatch(/ABCDE1234F|999900001111|Residency/);
});
