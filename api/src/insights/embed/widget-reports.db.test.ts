import { mkdir, writeFile } from 'node:fs/promises';
import { addDays, istDay } from '@vimarsh/shared/domain/market/calendar.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createMarket } from '../../market/index.ts';
import { type AccessKey, createPartners } from '../../partners/index.ts';
import { featureDatabase, METRICS, openPlatform, type TestPlatform } from '../../platform/testing.ts';
import { createInsights } from '../index.ts';
import { MOST_A_DAY, WidgetReports } from './report.store.ts';

const calls = {
  publicView: () => Promise.reject(new Error('not asked')),
  openCallsOf: async () => [],
  openCallsByStock: async () => new Map(),
  publicCallsOf: async () => [],
  onClosed: () => undefined,
};
const refusedFrame = {
  'csp-report': { 'effective-directive': 'frame-ancestors', 'blocked-uri': 'http://localhost:4000/', 'document-uri': 'http://localhost:4000/' },
};

describe.each(await featureDatabase())('what browsers stopped of our frames, on %s', (database) => {
  let server: TestPlatform;
  let key: AccessKey;
  let client = 0;

  beforeAll(async () => {
    server = await openPlatform({ database, settings: { MARKET_NOW: '2026-11-19T06:00:00Z', DEMO: 'on', PARTNER_PORT: '4321' } });
    const { platform } = server;
    const partners = await createPartners(platform);
    await createInsights(platform, { market: await createMarket(platform), calls, performance: calls, partners });
    await mkdir(`${platform.config.DATA_DIR}/embed`, { recursive: true });
    const files = [{ path: '1.0.0-0123456789/frame-market-sentiment.js', integrity: 'sha384-x' }];
    await writeFile(`${platform.config.DATA_DIR}/embed/embed.json`, JSON.stringify({ version: '1.0.0-0123456789', files }));
    await platform.start();
    key = partners.accessKeysOf('neem').find(({ status }) => status === 'active')!;
  });
  afterAll(() => server.end());

  const frame = (referer = '') =>
    server.platform.app.inject({ method: 'GET', url: `/market-sentiment-widget/TCS?broker_access_key=${key.key}`, headers: referer ? { referer } : {} });
  const send = (url: string, body: unknown, type = 'application/csp-report', remoteAddress = `10.8.0.${++client}`) =>
    server.platform.app.inject({ method: 'POST', url, payload: JSON.stringify(body), headers: { 'content-type': type }, remoteAddress });
  const blocked = async (origin = key.origins[0]!): Promise<unknown> =>
    (await server.platform.app.inject({ method: 'GET', url: `/embed/v1/check?access_key=${key.key}`, headers: { origin }, remoteAddress: '10.8.1.1' })).json()
      .data.blocked;

  test('the frame names where to tell it, and the page that asked for it; the key’s holder sees both counted, nobody else', async () => {
    const { headers } = await frame('https://shop.example/basket/42');
    const [ancestors, page] = String(headers['content-security-policy']).split(', ');
    const uri = /^frame-ancestors [^;]+; report-uri (\S+)$/.exec(ancestors!)![1]!;
    expect(page).toContain('report-to vimarsh');
    expect(page).not.toContain('report-uri');
    const endpoint = /^vimarsh="([^"]+)"$/.exec(String(headers['reporting-endpoints']))![1]!;

    expect((await send(uri, refusedFrame)).json()).toMatchObject({ status: true, data: { counted: 1 } });
    await send(uri, refusedFrame);
    const inside = [
      { type: 'csp-violation', url: 'https://x.example/?a=1', body: { effectiveDirective: 'script-src-elem', blockedURL: 'https://ads.example/a.js' } },
    ];
    expect((await send(endpoint, inside, 'application/reports+json')).json().data).toEqual({ counted: 1 });
    expect(await blocked()).toEqual([
      { origin: 'https://shop.example', directive: 'frame-ancestors', count: 2 },
      { origin: 'https://ads.example', directive: 'script-src-elem', count: 1 },
    ]);
    expect(await blocked('https://evil.example')).toEqual([]);
    const { rows } = await server.platform.db.executeQuery<object>({ sql: 'select * from widget_reports', parameters: [] } as never);
    expect(JSON.stringify(rows)).not.toMatch(/basket|a\.js|10\.8\./);
    expect((await server.platform.app.inject({ method: 'GET', url: '/metrics', headers: METRICS })).body).toMatch(
      /widget_violations_total\{directive="frame-ancestors"\} [1-9]/,
    );
  });

  test('without a referrer it is an unnamed page; junk, dead keys and floods are refused with a code', async () => {
    expect(String((await frame()).headers['content-security-policy'])).toMatch(/report-uri \/embed\/v1\/reports\?access_key=[^&;]+,/);
    const to = (access_key: string, body: unknown, ip?: string) => send(`/embed/v1/reports?access_key=${access_key}`, body, 'application/csp-report', ip);
    expect((await to(key.key, { 'csp-report': {} })).json()).toMatchObject({ status: false, code: 'BAD_REQUEST' });
    expect((await to('pk_live_none', refusedFrame)).json()).toMatchObject({ status: false, code: 'KEY_UNKNOWN' });
    const flood = [];
    for (let at = 0; at < 61; at += 1) flood.push((await to(key.key, refusedFrame, '10.8.2.1')).json().code);
    expect(flood.filter((code) => code !== undefined)).toEqual(['RATE']);
  });

  test('one address, of IPv6 one network, cannot fill the list with pages it invents; what others report is named', async () => {
    const to = (page: string, ip: string) =>
      send(`/embed/v1/reports?access_key=${key.key}&page=${encodeURIComponent(page)}`, refusedFrame, 'application/csp-report', ip);
    for (let at = 0; at < 12; at += 1) {
      expect((await to(`https://invented${at}.example`, '10.8.3.1')).json().data).toEqual({ counted: 1 });
      await to(`https://made-up${at}.example`, `2001:db8:0:8::${at + 1}`);
    }
    await to('https://real.example', '10.8.3.2');
    const { rows } = await server.platform.db.executeQuery<{ origin: string }>({
      sql: `select origin from widget_reports where access_key = '${key.key}'`,
      parameters: [],
    } as never);
    const named = rows.map(({ origin }) => origin);
    expect(named.filter((origin) => origin.includes('invented'))).toHaveLength(5);
    expect(named.filter((origin) => origin.includes('made-up'))).toHaveLength(5);
    expect(named).toContain('https://real.example');
  });

  test('however much is reported, a day has few rows, and old days go', async () => {
    const reports = new WidgetReports(server.platform.db);
    const [today, count] = [
      istDay(new Date()),
      async () =>
        Number(
          (
            await server.platform.db
              .selectFrom('widget_reports')
              .select((eb) => eb.fn.countAll().as('n'))
              .where('access_key', '=', 'flooded')
              .executeTakeFirstOrThrow()
          ).n,
        ),
    ];
    for (let at = 0; at < MOST_A_DAY + 20; at += 1) await reports.count('flooded', today, `https://s${at}.example`, 'frame-ancestors');
    expect(await count()).toBe(MOST_A_DAY + 1);
    expect((await reports.of('flooded', today))[0]).toEqual({ origin: '', directive: 'frame-ancestors', count: 20 });
    expect(await reports.of('flooded', addDays(today, 7))).toEqual([]);
    await reports.count('flooded', addDays(today, 15), 'https://later.example', 'img-src');
    expect(await count()).toBe(1);
  });
});
