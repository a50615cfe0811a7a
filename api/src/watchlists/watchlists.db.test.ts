import type { Watchlist, Watchlists } from '@vimarsh/shared/contract/watchlists/types.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { PersonalData } from '../identity/index.ts';
import type { Insights } from '../insights/index.ts';
import { type StagedMarket, stageMarket } from '../market/staged-market.testing.ts';
import type { Caller } from '../platform/platform.ts';
import { featureDatabase, openPlatform, type TestPlatform } from '../platform/testing.ts';
import { Catalogue } from './catalogue.ts';
import { createWatchlists } from './index.ts';

/** Friday, in the session. */
const NOW = '2026-11-20T06:00:00Z';
const TEN = ['TCS', 'INFY', 'RELIANCE', 'SBIN', 'ITC', 'HDFCBANK', 'ICICIBANK', 'AXISBANK', 'WIPRO', 'MARUTI'];

interface Reply {
  readonly http: number;
  readonly status: boolean;
  readonly code?: string;
  readonly validation: string;
  readonly problems?: { path: string; message: string }[];
  // biome-ignore lint/suspicious/noExplicitAny: a test looks at whatever came.
  readonly data: any;
}

describe.each(await featureDatabase())('watchlists on %s', (database) => {
  let server: TestPlatform;
  let staged: StagedMarket;
  const kept: PersonalData[] = [];
  /** Whose plan is what; a test may change it. */
  const plans = new Map<string, Caller['plan']>();
  /** A chain answers with its own strikes; sentiment and ranges are the insights' own tests. */
  const insights: Pick<Insights, 'moodOf' | 'yearOf' | 'contractsOf'> = {
    moodOf: async (symbol, { caller }) =>
      symbol === 'TCS' ? ({ score: 71, zone: 'Bullish', calls: { buy: caller!.plan === 'Pro' ? 2 : 0, sell: 0, hold: 0, experts: 2 } } as never) : null,
    yearOf: async (symbol) => (symbol === 'TCS' ? { range: { low: 2500, high: 3500 }, volume_times: 1.4 } : null),
    contractsOf: async () => ({
      spot: 26_000,
      as_of: NOW,
      cell: (strike) =>
        strike === 26_000
          ? ({ last: 120, change_pct: 4.5, oi: 750, oi_change: -75, iv: 12.5, delta: 0.51, build_up: 'Short covering', bid: 119, ask: 121 } as never)
          : null,
    }),
  };

  beforeAll(async () => {
    server = await openPlatform({ database });
    const { platform } = server;
    platform.authenticator(async (token) => ({
      user_id: token,
      session_id: `s_${token}`,
      roles: ['Retail Investor'],
      profession: 'Retail Investor',
      is_admin: false,
      partner_key: '',
      plan: plans.get(token) ?? null,
      promotional: false,
      kyc_gate: null,
      chat: false,
      publisher: false,
      expert_status: '',
    }));
    staged = await stageMarket(platform, new Date(NOW));
    createWatchlists(platform, {
      market: staged.market,
      identity: { keeps: (data) => void kept.push(data), known: async (ids) => new Set(ids) },
      insights,
      alerts: {
        ofRows:
          async ({ caller }) =>
          (row) =>
            caller?.user_id === 'asha' && row.symbol !== 'TCS' ? { words: `Alert: ${row.contract?.strike ?? row.symbol}`, on: true } : null,
      },
      seed: false,
    });
    await platform.start();
  });
  afterAll(() => server.end());
  beforeEach(async () => {
    await server.platform.db.deleteFrom('watchlists').execute();
    plans.clear();
  });

  async function send(method: 'GET' | 'POST', who: string, path: string, payload?: object, headers: Record<string, string> = {}): Promise<Reply> {
    const answer = await server.platform.app.inject({
      method,
      url: `/watchlist/v1${path}`,
      headers: { host: 'localhost', ...(who && { authorization: `Bearer ${who}` }), ...headers },
      ...(payload && { payload: payload as never }),
    });
    return { http: answer.statusCode, ...answer.json() };
  }
  const post = (who: string, path: string, body: object = {}) => send('POST', who, path, body);
  const all = async (who: string, segment = 'equity'): Promise<Watchlists> => (await send('GET', who, `/lists?segment=${segment}`)).data;
  const make = async (who: string, name: string, items: readonly string[] = [], segment = 'equity'): Promise<Watchlist> => {
    const { data, validation } = await post(who, '/lists', { segment, name, items });
    if (!data) throw new Error(validation);
    return data;
  };
  const codesOf = (list: Watchlist) => list.items.map(({ code }) => code).join(' ');
  const put = (who: string, { id, version }: Watchlist, items: readonly string[]) => post(who, `/lists/${id}/items`, { version, items });
  async function upload(who: string, { id, version }: Watchlist, file: string | Uint8Array, keep: 'yes' | 'no' = 'no'): Promise<Reply> {
    const form = new FormData();
    form.set('keep', keep);
    form.set('version', String(version));
    form.set('file', new Blob([file as never]), 'list.csv');
    const request = new Request('http://localhost/', { method: 'POST', body: form });
    const bytes = Buffer.from(await request.arrayBuffer());
    return send('POST', who, `/lists/${id}/import`, bytes, { 'content-type': request.headers.get('content-type')! });
  }
  const fates = (reply: Reply): string[] => reply.data.rows.map(({ what, code }: { what: string; code: string }) => `${what} ${code}`.trim());

  test('a new person is offered the largest companies, takes them, and has a list', async () => {
    const before = await all('asha');
    expect(before.lists).toEqual([]);
    expect(before.starter!.items).toHaveLength(10);
    const list = await make(
      'asha',
      before.starter!.name,
      before.starter!.items.map(({ code }) => code),
    );
    const after = await all('asha');
    expect(after).toMatchObject({ lists: [{ id: list.id, version: 1, locked: false }], starter: null, room: { lists: 1, items: 10 } });
    expect(after.lists[0]!.items[0]).toMatchObject({ name: expect.stringMatching(/\w+/), state: 'active', contract: null });
    expect((await send('GET', '', '/lists?segment=equity')).http).toBe(401);
  });

  test('order, removal and undo are one call: what the list holds, on the version it was seen in', async () => {
    const list = await make('asha', 'Mine', ['TCS', 'INFY', 'SBIN']);
    const ordered = (await put('asha', list, ['SBIN', 'TCS', 'INFY'])).data;
    expect([codesOf(ordered), ordered.version]).toEqual(['SBIN TCS INFY', 2]);
    const removed = (await put('asha', ordered, ['SBIN', 'INFY'])).data;
    const back = (await put('asha', removed, ['SBIN', 'TCS', 'INFY'])).data;
    expect([codesOf(back), back.version]).toEqual(['SBIN TCS INFY', 4]);
    expect(codesOf((await all('asha')).lists[0]!)).toBe('SBIN TCS INFY');
  });

  test('two tabs that order at once: one is first, the other is told and changes nothing', async () => {
    const list = await make('asha', 'Mine', ['TCS', 'INFY', 'SBIN']);
    const replies = await Promise.all([put('asha', list, ['INFY', 'TCS', 'SBIN']), put('asha', list, ['SBIN', 'INFY', 'TCS'])]);
    expect(replies.map(({ code }) => code ?? 'kept').toSorted()).toEqual(['WATCHLIST_CHANGED', 'kept']);
    const won = replies.find(({ status }) => status)!.data;
    expect((await all('asha')).lists[0]).toEqual(won);
    for (const path of ['rename', 'delete'] as const)
      expect(await post('asha', `/lists/${list.id}/${path}`, { version: 1, name: 'Late' })).toMatchObject({ code: 'WATCHLIST_CHANGED' });
    expect(await upload('asha', list, 'Symbol\nITC', 'yes')).toMatchObject({ code: 'WATCHLIST_CHANGED' });
    expect((await all('asha')).lists).toEqual([won]);
  });

  test('adding needs no version, and what is there is no failure', async () => {
    const { id } = await make('asha', 'Mine', ['TCS']);
    const added = await Promise.all(['INFY', 'SBIN', 'TCS'].map((code) => post('asha', `/lists/${id}/add`, { items: [code] })));
    expect(added.every(({ status }) => status)).toBe(true);
    expect((await all('asha')).lists[0]!.items.map(({ code }) => code).toSorted()).toEqual(['INFY', 'SBIN', 'TCS']);
    expect((await all('asha')).lists[0]!.version).toBe(3);
  });

  test('a list whose answer got lost is asked for again and is the same; one that was changed, holds other items or is older is another’s name', async () => {
    const again = (items: string[] = []) => post('asha', '/lists', { segment: 'equity', name: 'Banks', items });
    const list = await make('asha', 'Banks', ['TCS']);
    expect(await again(['TCS'])).toMatchObject({ status: true, data: list });
    expect((await all('asha')).lists).toHaveLength(1);
    plans.set('asha', 'Pro');
    const taken = { code: 'WATCHLIST_NAME' };
    expect(await again()).toMatchObject(taken);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 121_000 });
    try {
      expect(await again(['TCS'])).toMatchObject(taken);
    } finally {
      vi.useRealTimers();
    }
    await put('asha', list, ['TCS', 'INFY']);
    expect(await again(['TCS', 'INFY'])).toMatchObject(taken);
    expect((await all('asha')).lists).toHaveLength(1);
  });

  test('a name is one of a kind for a person, whatever its case and spaces; renaming to another’s is refused', async () => {
    plans.set('asha', 'Pro');
    const banks = await make('asha', 'Banks');
    const tech = await make('asha', 'Tech');
    const taken = { code: 'WATCHLIST_NAME', validation: 'You already have a list with this name. Choose another one.' };
    expect(await post('asha', '/lists', { segment: 'equity', name: ' bANKS ' })).toMatchObject(taken);
    expect(await post('asha', `/lists/${tech.id}/rename`, { version: 1, name: 'BANKS' })).toMatchObject(taken);
    expect((await post('asha', `/lists/${banks.id}/rename`, { version: 1, name: 'BANKS' })).data).toMatchObject({ name: 'BANKS', version: 2 });
    expect((await post('ravi', '/lists', { segment: 'equity', name: 'Banks' })).status).toBe(true);
    expect((await post('asha', '/lists', { segment: 'options', name: 'Banks' })).status).toBe(true);
    for (const name of ['', '  ', 'x'.repeat(41), 'a\u202eb'])
      expect(await post('asha', `/lists/${tech.id}/rename`, { version: 1, name }), name).toMatchObject({ http: 400, problems: [{ path: 'name' }] });
  });

  test('a foreign symbol, an index, a doubled one and one too many are refused whole', async () => {
    const list = await make('asha', 'Mine', TEN.slice(0, 9));
    for (const code of ['AAPL', 'NIFTY', '<b>', 'NIFTY 2026-11-24 26000 CE'])
      expect(await put('asha', list, ['TCS', code]), code).toMatchObject({ http: 404, code: 'UNKNOWN_SYMBOL', problems: [{ path: 'items.1' }] });
    expect(await put('asha', list, ['TCS', 'TCS'])).toMatchObject({ code: 'WATCHLIST_DOUBLE' });
    expect(await put('asha', list, ['TCS', 'nse:tcs'])).toMatchObject({ code: 'WATCHLIST_DOUBLE' });
    expect(await post('asha', `/lists/${list.id}/add`, { items: ['MARUTI', 'LT'] })).toMatchObject({
      code: 'WATCHLIST_FULL',
      validation: 'A list of yours can hold 10. Nothing was added.',
    });
    expect(await post('asha', '/lists', { segment: 'equity', name: 'Other' })).toMatchObject({
      code: 'WATCHLIST_MOST',
      validation: 'You can keep one list. Delete one first.',
    });
    expect((await all('asha')).lists).toEqual([list]);
  });

  test('of many lists made at once no more are kept than the plan has', async () => {
    plans.set('asha', 'Lite');
    const replies = await Promise.all([1, 2, 3, 4, 5].map((at) => post('asha', '/lists', { segment: 'equity', name: `List ${at}` })));
    expect(replies.map(({ code }) => code ?? 'made').toSorted()).toEqual(['WATCHLIST_MOST', 'WATCHLIST_MOST', 'WATCHLIST_MOST', 'made', 'made']);
    expect((await all('asha')).lists).toHaveLength(2);
  });

  test('a plan that ends deletes nothing: later lists are read-only until an earlier one goes, and one over its size may shrink', async () => {
    plans.set('asha', 'Pro');
    const first = await make('asha', 'First', [...TEN, 'LT', 'TITAN']);
    const second = await make('asha', 'Second', ['TCS', 'INFY']);
    await make('asha', 'Contracts', [], 'options');
    plans.delete('asha');
    expect((await all('asha')).lists.map(({ name, locked, items }) => [name, locked, items.length])).toEqual([
      ['First', false, 12],
      ['Second', true, 2],
    ]);
    expect(await all('asha', 'options')).toMatchObject({ lists: [{ name: 'Contracts', locked: true }], room: { lists: 0, items: 0 } });
    const tries = [
      put('asha', second, ['INFY', 'TCS']),
      post('asha', `/lists/${second.id}/add`, { items: ['SBIN'] }),
      post('asha', `/lists/${second.id}/rename`, { version: 1, name: 'Other' }),
      upload('asha', second, 'Symbol\nSBIN', 'yes'),
    ];
    for (const reply of await Promise.all(tries)) expect(reply).toMatchObject({ code: 'WATCHLIST_LOCKED', validation: expect.stringMatching(/only be read/) });
    expect(await post('asha', '/lists', { segment: 'options', name: 'More' })).toMatchObject({ http: 403, code: 'NOT_ENTITLED' });
    expect((await send('GET', 'asha', `/lists/${second.id}/stocks`)).data).toHaveLength(2);

    expect(await put('asha', first, ['SBIN', ...first.items.map(({ code }) => code).filter((code) => code !== 'SBIN')])).toMatchObject({ status: true });
    expect(await post('asha', `/lists/${first.id}/add`, { items: ['BHARTIARTL'] })).toMatchObject({ code: 'WATCHLIST_FULL' });
    expect((await put('asha', { ...first, version: 2 }, TEN)).data.items).toHaveLength(10);

    expect((await post('asha', `/lists/${first.id}/delete`, { version: 3 })).data).toEqual({ id: first.id });
    expect((await put('asha', second, ['INFY', 'TCS'])).data).toMatchObject({ locked: false, version: 2 });
    plans.set('asha', 'Pro');
    expect(await all('asha', 'options')).toMatchObject({ lists: [{ name: 'Contracts', locked: false }] });
  });

  test('nobody reads or changes another’s list', async () => {
    const list = await make('asha', 'Mine', ['TCS']);
    const replies = await Promise.all([
      put('ravi', list, []),
      post('ravi', `/lists/${list.id}/add`, { items: ['INFY'] }),
      post('ravi', `/lists/${list.id}/rename`, { version: 1, name: 'His' }),
      post('ravi', `/lists/${list.id}/delete`, { version: 1 }),
      upload('ravi', list, 'Symbol\nINFY', 'yes'),
      send('GET', 'ravi', `/lists/${list.id}/stocks`),
      send('GET', 'ravi', `/lists/${list.id}/contracts`),
      put('ravi', { ...list, id: 'none' }, []),
    ]);
    for (const reply of replies) expect(reply).toMatchObject({ http: 404, code: 'NOT_FOUND', data: null });
    expect((await all('asha')).lists).toEqual([list]);
  });

  test('a file is looked at first and then taken: what comes in, what does not and why', async () => {
    const list = await make('asha', 'Mine', ['TCS']);
    const file = 'Symbol,Note\nTCS,there\nINFY,in\nnse:infy,again\nAAPL,foreign\n"=cmd|calc",formula\nSBIN,in\n';
    const looked = await upload('asha', list, file);
    expect(fates(looked)).toEqual(['there TCS', 'in INFY', 'double INFY', 'unknown', 'formula', 'in SBIN']);
    expect((await all('asha')).lists).toEqual([list]);
    const taken = await upload('asha', list, file, 'yes');
    expect(fates(taken)).toEqual(fates(looked));
    expect([codesOf(taken.data.list), taken.data.list.version]).toEqual(['TCS INFY SBIN', 2]);
  });

  test.each([
    ['a list on one line', 'NSE:TCS,NSE:M_M,NSE:BAJAJ_AUTO,NSE:NOSUCH', ['in TCS', 'in M&M', 'in BAJAJ-AUTO', 'unknown']],
    ['holdings under a preamble', ',,\n,Client ID,AB1234\n,,\n,Symbol,ISIN\n,TCS,INE467B01029\n,SGBMAY29,IN0020210046\n', ['in TCS', 'unknown']],
    ['ISINs alone', 'ISIN,Qty\nINE101A01026,4\nINE040A01026,2\n', ['in M&M', 'in HDFCBANK']],
    ['a broker’s own codes beside ISINs', 'Stock Symbol,ISIN Code\nRELIND,INE002A01018\n', ['in RELIANCE']],
    ['series, exchanges and symbols of before', 'Scrip Name\nTCS-EQ\nSBIN-BE\nNIITTECH\nM%26M.NS\n', ['in TCS', 'in SBIN', 'in COFORGE', 'in M&M']],
    ['names of companies', 'Company Name,Qty\nTata Steel Ltd.,1\nNobody Ltd,2\n', ['in TATASTEEL', 'unknown']],
  ])('a file of another tool is read: %s', async (_what, file, expected) => {
    const list = await make('asha', 'Mine', []);
    const taken = await upload('asha', list, file, 'yes');
    expect(fates(taken)).toEqual(expected);
    expect(codesOf(taken.data.list)).toBe(
      expected
        .filter((fate) => fate.startsWith('in '))
        .map((fate) => fate.slice(3))
        .join(' '),
    );
  });

  test('of a long file so many come in as there is room for, and the rest is named', async () => {
    const list = await make('asha', 'Mine', ['LT']);
    const reply = await upload('asha', list, `Symbol\n${TEN.join('\n')}`, 'yes');
    expect(fates(reply).filter((fate) => fate.startsWith('over'))).toEqual(['over MARUTI']);
    expect(reply.data.list.items).toHaveLength(10);
  });

  test.each([
    ['10,000 lines', `Symbol\n${'TCS\n'.repeat(10_000)}`, 'A file may have 500 lines'],
    ['a web page', '<html><table><tr><td>TCS</td></tr></table></html>', 'table of a web page'],
    ['wrong columns', 'Name,Qty\nTata,1', 'headed “Symbol”'],
    ['nothing', '', 'This file is empty.'],
    ['a picture', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0xff]), 'not a CSV'],
    ['a quarter of a million quotation marks', `a${'"'.repeat(256 * 1024 - 1)}`, 'longer than 16 kB'],
  ])('a file of %s is refused in words, and nothing of it is stored', async (_what, file, words) => {
    const list = await make('asha', 'Mine', ['TCS']);
    expect(await upload('asha', list, file, 'yes')).toMatchObject({ code: 'WATCHLIST_FILE', validation: expect.stringContaining(words) });
    expect((await all('asha')).lists).toEqual([list]);
  });

  test.each([256 * 1024 + 1, 2 * 1024 * 1024])('a file of %i bytes is not taken at all', async (size) => {
    const list = await make('asha', 'Mine', ['TCS']);
    expect(await upload('asha', list, 'T'.repeat(size), 'yes')).toMatchObject({ code: 'TOO_LARGE', validation: 'This file is larger than 256 kB.' });
  });

  test('a file with a mark or in UTF-16 is read', async () => {
    const list = await make('asha', 'Mine', []);
    expect(fates(await upload('asha', list, '\ufeffSymbol\nTCS'))).toEqual(['in TCS']);
    const utf16 = new Uint8Array([0xff, 0xfe, ...[...'Symbol\r\nTCS'].flatMap((sign) => [sign.charCodeAt(0), 0])]);
    expect(fates(await upload('asha', list, utf16))).toEqual(['in TCS']);
  });

  test('one letter of Windows-1252 in a column that nobody reads does not refuse the file', async () => {
    const list = await make('asha', 'Mine', []);
    const file = new Uint8Array([...new TextEncoder().encode('Symbol,Note\nTCS,caf'), 0xe9]);
    expect(fates(await upload('asha', list, file))).toEqual(['in TCS']);
  });

  test('figures of stocks: sentiment, range, volume, and counts of those calls that the reader’s plan opens', async () => {
    const { id } = await make('asha', 'Mine', ['TCS', 'INFY']);
    const read = async () => (await send('GET', 'asha', `/lists/${id}/stocks`)).data;
    const tcs = { code: 'TCS', sentiment: { score: 71, zone: 'Bullish' }, year: { low: 2500, high: 3500 }, volume_times: 1.4 };
    const none = { buy: 0, sell: 0, hold: 0 };
    expect(await read()).toEqual([
      { ...tcs, calls: none },
      { code: 'INFY', sentiment: null, calls: none, year: null, volume_times: null, alert: { words: 'Alert: INFY', on: true } },
    ]);
    plans.set('asha', 'Pro');
    expect((await read())[0]).toEqual({ ...tcs, calls: { ...none, buy: 2 } });
    expect((await send('GET', 'asha', `/lists/${id}/contracts`)).http).toBe(404);
  });

  describe('of option contracts', () => {
    beforeEach(async () => {
      await staged.goTo(new Date(NOW));
      plans.set('asha', 'Pro');
    });
    /** Contracts of the nearest expiry, nearest to the money first. */
    async function contracts(expiryAt = 0): Promise<{ expiry: string; codes: string[] }> {
      const { market, options } = staged;
      const expiry = (await options.expiries('NIFTY', market.now()))[expiryAt]!;
      const chain = (await options.chain('NIFTY', expiry, market.now()))!;
      const near = chain.rows.filter(({ ce }) => ce).toSorted((a, b) => Math.abs(a.strike - chain.spot) - Math.abs(b.strike - chain.spot));
      return { expiry, codes: near.slice(0, 3).map(({ strike }) => `NIFTY ${expiry} ${strike} CE`) };
    }

    test('a contract of the chain comes in under one spelling; one that is not listed stays out', async () => {
      const { expiry, codes } = await contracts();
      const list = await make('asha', 'Index', [codes[0]!.toLowerCase().replace('nifty', 'nifty 50')], 'options');
      expect(list.items).toMatchObject([{ code: codes[0], symbol: 'NIFTY', contract: { expiry, type: 'CE' } }]);
      for (const code of [`NIFTY ${expiry} 1 CE`, `NIFTY 2027-01-01 26000 CE`, `AAPL ${expiry} 200 CE`, `TCS`, `NIFTY 2026-11-13 26000 CE`])
        expect(await post('asha', `/lists/${list.id}/add`, { items: [code] }), code).toMatchObject({
          code: 'UNKNOWN_SYMBOL',
          validation: 'There is no such contract now. Nothing was changed.',
        });
      const file = `Contract,Premium\n${codes.join(',1\n')},1\n`;
      expect(fates(await upload('asha', list, file, 'yes'))).toEqual([`there ${codes[0]}`, `in ${codes[1]}`, `in ${codes[2]}`]);
    });

    test('after its last day a contract is archived with the date: it takes no room, survives every change, and goes when asked', async () => {
      const [near, next] = [await contracts(0), await contracts(1)];
      const list = await make('asha', 'Index', [near.codes[0]!, ...next.codes], 'options');
      await staged.goTo(new Date(Date.parse(`${near.expiry}T12:00:00Z`)));
      const later = (await all('asha', 'options')).lists[0]!;
      expect([codesOf(later), later.archived.map(({ contract }) => contract!.expiry)]).toEqual([next.codes.join(' '), [near.expiry]]);
      // A page that was open all the while still names it.
      const ordered = (await put('asha', list, [near.codes[0]!, ...next.codes.toReversed()])).data;
      expect([codesOf(ordered), ordered.archived.length]).toEqual([next.codes.toReversed().join(' '), 1]);
      const added = (await post('asha', `/lists/${list.id}/add`, { items: [] })).data;
      expect(added.archived).toHaveLength(1);
      const { data } = await post('asha', `/lists/${list.id}/items`, { version: ordered.version, items: next.codes, archive: 'drop' });
      expect([codesOf(data), data.archived]).toEqual([next.codes.join(' '), []]);
    });

    test('figures of contracts', async () => {
      const { expiry, codes } = await contracts();
      const list = await make('asha', 'Index', codes, 'options');
      await server.platform.db
        .updateTable('watchlist_items')
        .set({ code: `NIFTY ${expiry} 26000 CE` })
        .where('code', '=', codes[0]!)
        .execute();
      expect((await send('GET', 'asha', `/lists/${list.id}/contracts`)).data[0]).toEqual({
        code: `NIFTY ${expiry} 26000 CE`,
        ...{ last: 120, change_pct: 4.5, oi: 750, oi_change: -75, iv: 12.5, delta: 0.51, build_up: 'Short covering' },
        ...{ spot: 26_000, distance_pct: 0, as_of: NOW, alert: { words: 'Alert: 26000', on: true } },
      });
      expect((await send('GET', 'asha', `/lists/${list.id}/stocks`)).http).toBe(404);
    });
  });

  test('lists are in the copy of one’s data, and go with the account and with nobody else’s', async () => {
    const own = kept.find(({ name }) => name === 'watchlists')!;
    await make('asha', 'Mine', ['TCS', 'INFY']);
    const his = await make('ravi', 'His', ['SBIN']);
    expect(await own.of('asha')).toMatchObject([{ segment: 'equity', name: 'Mine', items: [{ code: 'TCS' }, { code: 'INFY' }] }]);
    await server.platform.transaction((tx) => own.erase(tx, 'asha'));
    expect(await own.of('asha')).toEqual([]);
    expect((await all('ravi')).lists).toEqual([his]);
    expect(await server.platform.db.selectFrom('watchlist_items').select('code').execute()).toEqual([{ code: 'SBIN' }]);
  });

  test('the demo’s people get lists once, and only where there are none', async () => {
    const { seedWatchlists } = await import('./demo/seed.ts');
    const { platform } = server;
    const { market } = staged;
    const parts = { platform, market, identity: { known: async (ids: readonly string[]) => new Set(ids) }, catalogue: new Catalogue(market) };
    await seedWatchlists(parts);
    await seedWatchlists(parts);
    plans.set('usr_pro', 'Pro');
    expect((await all('usr_pro')).lists.map(({ name, items }) => [name, items.length])).toEqual([
      ['Banks', 5],
      ['Technology', 5],
    ]);
    expect((await all('usr_pro', 'options')).lists[0]!.items).toHaveLength(6);
  });
});
