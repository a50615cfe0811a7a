import { readExpertRegister } from '@vimarsh/shared/contract/expert-register/routes.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { featureDatabase } from '../../platform/testing.ts';
import { openSite, type Site } from '../site.testing.ts';

describe.each(await featureDatabase())('register of experts (%s)', (database) => {
  let site: Site;
  beforeAll(async () => {
    site = await openSite(database);
  });
  afterAll(() => site.close());

  const read = async () => readExpertRegister.data.parse((await site.browser().get('/experts/v1/register')).body.data).experts;
  const stateOf = async (name: string) => (await read()).find(({ full_name }) => full_name === name)?.state;

  test('lists by name whose papers were checked, with the suspended; not those still under review or refused (S2.2-ROUTE-22)', async () => {
    const experts = await read();
    expect(experts.map(({ full_name }) => full_name)).toEqual(experts.map(({ full_name }) => full_name).toSorted((a, b) => a.localeCompare(b, 'en-IN')));
    expect(experts).toHaveLength(14);
    expect(experts[0]).toEqual({
      user_id: 'exp_01',
      full_name: 'Ananya Rao-Kulkarni',
      profession: 'Analyst',
      city: 'Pune',
      reg_no: 'INH999900001',
      valid_to: '2029-03-31',
      nism_expiry: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      state: 'verified',
    });
    expect([await stateOf('Udit Vyas'), await stateOf('Rakesh Tomar'), await stateOf('Sana Qureshi')]).toEqual(['suspended', undefined, undefined]);
  });

  test('a registration that ends soon is said to; the day after its last it has lapsed and stays in the register', async () => {
    expect(await stateOf('Tashi Lepcha')).toBe('expiring');
    site.clock.now = new Date('2026-12-10T06:00:00.000Z');
    expect(await stateOf('Tashi Lepcha')).toBe('expiring');
    site.clock.now = new Date('2026-12-11T06:00:00.000Z');
    expect(await stateOf('Tashi Lepcha')).toBe('lapsed');
  });
});
