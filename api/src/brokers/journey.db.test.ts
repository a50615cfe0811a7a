import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { featureDatabase, openPlatform, type TestPlatform } from '../platform/testing.ts';
import { beginJourney, endJourney, forgetJourneys, useHandover } from './journey.store.ts';
import { brokerTables } from './tables.ts';

const at = (minutes: number): Date => new Date(Date.UTC(2026, 10, 20, 6, minutes));
const journey = { partner_key: 'garnet', broker_id: 11, device_hash: 'browser' };

describe.each(await featureDatabase())('journeys to a broker and back on %s', (database) => {
  let opened: TestPlatform;
  beforeAll(async () => {
    opened = await openPlatform({ database });
  });
  afterAll(() => opened.end());

  test('a journey ends once, for its own browser, broker and site, within a quarter of an hour', async () => {
    const { db } = opened.platform;
    const state = await beginJourney(db, journey, at(0));
    expect(await endJourney(db, state, { ...journey, device_hash: 'another' }, at(1))).toBe(false);
    expect(await endJourney(db, state, { ...journey, broker_id: 13 }, at(1))).toBe(false);
    expect(await endJourney(db, state, { ...journey, partner_key: '' }, at(1))).toBe(false);
    expect(await Promise.all([endJourney(db, state, journey, at(1)), endJourney(db, state, journey, at(1))])).toContain(true);
    expect(await endJourney(db, state, journey, at(1))).toBe(false);
    expect(await endJourney(db, await beginJourney(db, journey, at(0)), journey, at(16))).toBe(false);
  });

  test('journeys and hand-overs whose time is over are forgotten, and no others', async () => {
    const { db } = opened.platform;
    await forgetJourneys(db, at(60));
    const open = await beginJourney(db, journey, at(59));
    expect(await useHandover(db, { broker_id: 24, id: 'old', until: at(59) })).toBe(true);
    expect(await useHandover(db, { broker_id: 24, id: 'new', until: at(61) })).toBe(true);
    await forgetJourneys(db, at(60));
    expect(await brokerTables(db).selectFrom('used_handovers').select('expires_at').execute()).toEqual([{ expires_at: at(61) }]);
    expect(await useHandover(db, { broker_id: 24, id: 'new', until: at(61) })).toBe(false);
    expect(await endJourney(db, open, journey, at(60))).toBe(true);
  });
});
