import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStage, type Stage } from '../calls/testing.ts';
import type { ExpertRecord } from '../identity/index.ts';
import { createAlerts } from './create-alerts.ts';

/** Who is an expert is no question of the database. */
const author = (status: ExpertRecord['status']): ExpertRecord => ({
  user_id: `exp_${status}`,
  full_name: `Expert ${status}`,
  profession: 'Analyst',
  picture: '',
  city: 'Pune',
  style: 'Swing',
  skill_key: '',
  reg_no: 'INH999900001',
  status,
  verified: status === 'verified',
  valid_to: '2030-12-31',
});
let stage: Stage;
beforeAll(async () => {
  stage = await openStage({
    database: 'pglite',
    start: '2026-11-20T05:00:00.000Z',
    authors: (['unverified', 'pending', 'rejected', 'verified', 'suspended', 'lapsed'] as const).map(author),
    compose: (platform, { market, identity, notices, calls }) => void createAlerts(platform, { market, identity, notices, calls, clock: () => market.now() }),
  });
}, 120_000);
afterAll(() => stage?.end());

const follow = (user_id: string, on = true) => stage.post('usr_pro', '/reco/v1/follow', { user_id, on });
const alert = (user_id: string) => stage.post('usr_pro', '/base/v1/alerts', { condition: { kind: 'call_expert', user_id }, repeats: false });

test.each(['unverified', 'pending', 'rejected'])('an expert who is %s can’t be followed nor named by an alert, as if nobody had that id', async (status) => {
  for (const ask of [follow, alert]) {
    const { http, code, validation, data } = await ask('exp_nobody');
    expect(http).toBe(404);
    expect(await ask(`exp_${status}`)).toMatchObject({ http, code, validation, data });
  }
});

test.each(['verified', 'suspended', 'lapsed'])('one who is %s, and so publishes or once did, can be both', async (status) => {
  expect(await follow(`exp_${status}`)).toMatchObject({ http: 200, data: { following: true } });
  expect((await alert(`exp_${status}`)).http).toBe(200);
});
