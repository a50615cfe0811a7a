import type { OptionCall, OptionDraft } from '@vimarsh/shared/contract/calls/options/types.ts';
import { io } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { featureDatabase } from '../../platform/testing.ts';
import { openStage, type Stage } from '../testing.ts';
import { type OptionStage, optionDraftOf, type Wanted } from './drafts.testing.ts';

const URL = '/reco/v1/options/calls';
const PNL = (value: number): Pick<OptionDraft, 'target' | 'stop'> => ({ target: { basis: 'pnl', value }, stop: { basis: 'pnl', value: -value } });
const CONDOR: readonly Wanted[] = [
  ['sell', 'CE', 4],
  ['buy', 'CE', 8],
  ['sell', 'PE', -4],
  ['buy', 'PE', -8],
];
const STRADDLE: readonly Wanted[] = [
  ['sell', 'CE', 0],
  ['sell', 'PE', 0],
];
const SPREAD: readonly Wanted[] = [
  ['buy', 'CE', 0],
  ['sell', 'CE', 2],
];

/** Customers of a broker without plans (product D.4, last column): live options on an index with limited risk, if the partner has `optionsTrade`. */
const WITH = 'ruby.localhost';
const WITHOUT = 'neem.localhost';

describe.each(await featureDatabase())('option calls for customers of a partner on %s', (database) => {
  let stage: Stage;
  let port: number;
  const ids = {} as Record<'condor' | 'straddle' | 'stock' | 'ended', string>;
  beforeAll(async () => {
    stage = await openStage({ database, start: '2026-11-20T05:00:00.000Z' });
    const market = stage.market as OptionStage;
    const publish = async (author: string, underlying: string, legs: readonly Wanted[], change: Partial<OptionDraft>): Promise<string> => {
      const draft = await optionDraftOf(market, underlying, '2026-11-23', legs, change);
      const answer = await stage.post(author, URL, { cid: `partner-${author}-${underlying}-${legs.length}`, draft });
      expect(answer.validation, JSON.stringify(answer.problems)).toBe('');
      return answer.data.id;
    };
    ids.condor = await publish('exp_01', 'NIFTY', CONDOR, PNL(1500));
    ids.straddle = await publish('exp_01', 'NIFTY', STRADDLE, PNL(4000));
    ids.stock = await publish('exp_02', 'RELIANCE', SPREAD, PNL(1000));
    ids.ended = await publish('exp_02', 'BANKNIFTY', STRADDLE, PNL(4000)).catch(() => publish('exp_02', 'NIFTY', STRADDLE, PNL(4000)));
    await stage.post('exp_02', `${URL}/${ids.ended}/exit`, { cid: 'partner-exit', reason: 'The morning’s range is broken on volume.' });
    await stage.goTo('2026-11-20T05:01:00.000Z');
    port = await stage.platform.listen(0);
  }, 120_000);
  afterAll(() => stage?.end());

  const live = async (host: string) => (await stage.get('usr_free', `${URL}?view=live`, host)).data;
  const LIVE = ['condor', 'straddle', 'stock'] as const;

  test.each([
    [WITH, ['condor']],
    [WITHOUT, []],
  ] as const)('%s: the list has %j and counts nothing else', async (host, seen) => {
    const page = await live(host);
    expect(page.items.map(({ id }: OptionCall) => id)).toEqual(seen.map((name) => ids[name]));
    expect(page).toMatchObject({ total: seen.length, next: null });
    for (const query of ['stock=RELIANCE', 'underlying_type=stocks', 'strategy=SHORT_STRADDLE', 'user_id=exp_02'])
      expect((await stage.get('usr_free', `${URL}?view=live&${query}`, host)).data, query).toMatchObject({ items: [], total: 0 });
  });

  test('what is granted is whole: legs with what a follower got, levels, where it stands, reasons, timeline and its proof', async () => {
    const { data } = await stage.get('usr_free', `${URL}/${ids.condor}`, WITH);
    expect(data).toMatchObject({
      strategy: 'IRON_CONDOR',
      status: 'active',
      target: 1500,
      stop_loss: -1500,
      rationale: { thesis: expect.any(String) },
      disclosures: { attest_30_5: true },
      now: { pnl: expect.any(Number), exits: [expect.any(Number), expect.any(Number), expect.any(Number), expect.any(Number)], banned: false },
      events: [{ type: 'publish' }, { type: 'entry_fill' }],
    });
    for (const leg of data.legs) expect(leg.entry).toEqual(expect.any(Number));
    expect((await stage.get('usr_free', `/reco/v1/calls/${ids.condor}/proof`, WITH)).data.events).toHaveLength(2);
    expect((await stage.get('usr_free', `/reco/v1/calls/${ids.condor}/receipts`, WITH)).http).toBe(200);
  });

  test('what is not granted answers at every door of a call as if nobody had published it', async () => {
    for (const [host, hidden] of [
      [WITH, ['straddle', 'stock']],
      [WITHOUT, LIVE],
    ] as const)
      for (const name of hidden)
        for (const address of [`${URL}/${ids[name]}`, `/reco/v1/calls/${ids[name]}/proof`, `/reco/v1/calls/${ids[name]}/receipts`]) {
          const refused = await stage.get('usr_free', address, host);
          expect(refused, `${host} ${address}`).toMatchObject({ http: 404, code: 'NOT_FOUND', data: null });
          expect(refused.text, `${host} ${address}`).not.toMatch(/NIFTY|RELIANCE|exp_0|STRADDLE|CALL"|Premium|Pro\b|plan/i);
        }
  });

  test('ended calls come at once, as with any bundle; live ones are in no other answer: past calls, records, categories, experts, what is followed', async () => {
    await stage.goTo('2026-11-20T05:08:00.000Z');
    await stage.post('usr_free', '/reco/v1/follow', { user_id: 'exp_01', on: true });
    await stage.post('usr_free', '/reco/v1/follow', { user_id: 'exp_02', on: true });
    for (const [host, seen] of [
      [WITH, ['condor']],
      [WITHOUT, []],
    ] as const) {
      const past = (await stage.get('usr_free', `${URL}?view=past`, host)).data.items;
      expect(past.map(({ id }: OptionCall) => id)).toContain(ids.ended);
      const hidden = LIVE.filter((name) => !(seen as readonly string[]).includes(name)).map((name) => ids[name]);
      const performance = await stage.get('usr_free', '/reco/v1/options/performance?period=ALL', host);
      expect(performance.data.defined.n + performance.data.on_margin.n).toBe(past.filter(({ pnl }: OptionCall) => pnl !== null).length);
      for (const address of [
        `${URL}?view=past&limit=50`,
        `${URL}?view=live&limit=50`,
        `${URL}?view=live&followed=1`,
        '/reco/v1/options/mine',
        '/reco/v1/options/performance?period=ALL',
        '/reco/v1/options/performance?period=ALL&user_id=exp_01',
        '/reco/v1/experts',
        '/reco/v1/public',
        '/reco/v1/mine',
        '/reco/v1/performance',
        '/reco/v1/categorised?by=sector',
        '/reco/v1/calls?view=live&limit=50',
        '/reco/v1/ledger',
      ]) {
        const answer = await stage.get('usr_free', address, host);
        for (const id of hidden) expect(answer.text, `${host} ${address}`).not.toContain(id);
      }
    }
    // The copy of one's data holds the receipts of what one may read: without a plan and a partner, of no live option call.
    const copy = JSON.stringify(await Promise.all(stage.personalData.map(({ of }) => of('usr_free'))));
    for (const name of LIVE) expect(copy).not.toContain(ids[name]);
  });

  test('a change is told over the socket to those who may see the call alone', async () => {
    const told: string[] = [];
    const sockets = await Promise.all(
      [WITH, WITHOUT].map(async (host) => {
        const socket = io(`http://127.0.0.1:${port}`, { transports: ['websocket'], reconnection: false, extraHeaders: { host }, auth: { token: 'usr_free' } });
        await new Promise((resolve, reject) => socket.once('connect', () => resolve(null)).once('connect_error', reject));
        return socket.onAny((event, payload) => event === 'call:changed' && told.push(`${host} ${JSON.stringify(payload)}`));
      }),
    );
    for (const [name, author] of [
      ['straddle', 'exp_01'],
      ['stock', 'exp_02'],
      ['condor', 'exp_01'],
    ] as const)
      expect((await stage.post(author, `${URL}/${ids[name]}/note`, { cid: `told-${name}`, note: 'Still in line with the thesis.' })).validation).toBe('');
    await stage.goTo('2026-11-20T05:08:01.000Z');
    await expect.poll(() => told.length).toBeGreaterThanOrEqual(1);
    await Promise.all(sockets.map((socket) => socket.emitWithAck('market:watch', {})));
    for (const socket of sockets) socket.disconnect();
    const { data } = await stage.get('usr_free', `${URL}/${ids.condor}`, WITH);
    expect(told).toEqual([`${WITH} ${JSON.stringify({ id: ids.condor, status: data.status })}`]);
  });
});
