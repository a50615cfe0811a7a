import { CONSENT_WORDS, CONSENTS, TERMS_VERSION } from '@vimarsh/shared/domain/people/consents.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../platform/platform.ts';
import { featureDatabase } from '../../platform/testing.ts';
import { beginAt, levelTwoBody, signInAtBroker } from '../broker-login/broker.testing.ts';
import { eraseDue } from '../privacy/erasure.ts';
import { freshMobile, openSite, PASSWORD, type Site, signInBody, signUp } from '../site.testing.ts';

describe.each(await featureDatabase())('consents and messages on %s', (kind) => {
  let site: Site;
  let people = 0;
  beforeAll(async () => {
    site = await openSite(kind);
  });
  afterAll(() => site.close());

  async function byMobile() {
    const mobile = freshMobile();
    const browser = site.browser();
    const { body } = await signUp(site, browser, mobile);
    return mine(browser, body.data.token, body.user_id, `+91${mobile}`);
  }
  async function byMail() {
    const email = `consent${++people}@mail.example.com`;
    const browser = site.browser();
    const begun = await browser.post('/auth/v1/create_user', { full_name: 'Asha Rao', email, password: PASSWORD, profession: 'RETAIL_INVESTOR' });
    await browser.post('/auth/v1/verify_otp', { user_id: begun.body.user_id, otp: await site.otp(email) });
    const { body } = await browser.post('/auth/v1/sign_in', signInBody(email));
    return mine(browser, body.data.token, body.user_id, email);
  }
  /** Handed over by the partner's own site, so that nobody saw words of ours. */
  async function byBypass() {
    const browser = site.browser({ host: 'chambal.localhost' });
    const back = await signInAtBroker(site, await beginAt(browser, 24));
    expect(back.pathname).toBe('/auth-bypass');
    const { body } = await browser.post('/auth/v1/level_two_auth_for_broker', levelTwoBody(24, back));
    return mine(browser, body.token_data.access_token, body.user_id, '');
  }
  function mine(browser: ReturnType<Site['browser']>, bearer: string, user_id: string, address: string) {
    return {
      user_id,
      bearer,
      address,
      records: async () => (await browser.get('/auth/v1/consents', bearer)).body.data.records,
      decide: async (body: object) => (await browser.post('/auth/v1/consents', body, bearer)).body,
      notifications: async () => (await browser.get('/auth/v1/notifications', bearer)).body.data,
      choose: async (kindOf: string, channel: string, on: boolean) =>
        (await browser.post('/auth/v1/notifications', { kind: kindOf, channel, on }, bearer)).body,
    };
  }
  type Mine = ReturnType<typeof mine>;
  const inbox = async ({ address }: Mine) => (await site.platform.outbox.list(site.platform.db, address)).map(({ subject, channel }) => [channel, subject]);
  const notice = { subject: 'New call', text: (name: string) => `Log in to ${name}`, path: '/experts-past-recommendations?reco=call_1' };
  const notify = (about: 'new_calls' | 'ended_calls' | 'documents', people_: readonly Mine[]) =>
    site.platform.transaction((tx: Database) =>
      site.identity.notify(
        tx,
        about,
        people_.map(({ user_id }) => user_id),
        notice,
      ),
    );

  test('a sign-up keeps the terms that were agreed to: version, words as shown, site and time', async () => {
    for (const me of [await byMobile(), await byMail()])
      expect(await me.records()).toEqual([
        { kind: 'terms', version: TERMS_VERSION, given: true, words: CONSENT_WORDS.signUp, site: 'Vimarsh', at: site.clock.now.toISOString() },
      ]);
  });

  test('terms that no screen showed are not on record; they can be agreed to once, and not taken back while the account exists', async () => {
    const me = await byBypass();
    expect(await me.records()).toEqual([]);
    const agree = { kind: 'terms', version: TERMS_VERSION, given: true };
    expect((await me.decide({ ...agree, version: '0.9.0' })).problems).toEqual([{ path: 'version', message: expect.stringContaining('Another version') }]);
    expect((await me.decide(agree)).data.records).toMatchObject([{ kind: 'terms', given: true }]);
    expect((await me.decide(agree)).data.records, 'agreeing twice is agreeing once').toHaveLength(1);
    expect(await me.decide({ ...agree, given: false })).toMatchObject({ status: false, problems: [{ path: 'kind', message: CONSENTS.terms.ending }] });
    for (const one of ['documents', 'research_messages'])
      expect((await me.decide({ kind: one, version: '1.0.0', given: true })).status, `${one} is given where it is needed`).toBe(false);
  });

  test('messages about calls are off until switched on; the first on is a consent, the last off or a withdrawal ends it, and a withdrawal switches all off', async () => {
    const me = await byMail();
    const { channels, choices } = await me.notifications();
    expect(channels).toEqual([
      { channel: 'mail', to: `c••••@mail.example.com`, offered: true },
      { channel: 'whatsapp', to: '', offered: false },
      { channel: 'push', to: '', offered: false },
    ]);
    expect(choices.filter(({ on }: { on: boolean }) => on)).toEqual([
      { kind: 'documents', channel: 'mail', on: true },
      { kind: 'documents', channel: 'push', on: true },
      { kind: 'alerts', channel: 'push', on: true },
      { kind: 'chats', channel: 'push', on: true },
    ]);
    const states = async () => (await me.records()).map(({ kind: one, given }: { kind: string; given: boolean }) => `${one} ${given}`);

    expect((await me.choose('new_calls', 'whatsapp', true)).problems, 'no proven number').toMatchObject([{ path: 'channel' }]);
    expect((await me.choose('new_calls', 'mail', true)).data.choices).toContainEqual({ kind: 'new_calls', channel: 'mail', on: true });
    await me.choose('ended_calls', 'mail', true);
    expect(await states(), 'one consent for both').toEqual(['research_messages true', 'terms true']);
    await me.choose('new_calls', 'mail', false);
    expect(await states()).toHaveLength(2);
    await me.choose('ended_calls', 'mail', false);
    expect(await states()).toEqual(['research_messages false', 'research_messages true', 'terms true']);

    await me.choose('new_calls', 'mail', true);
    await me.choose('ended_calls', 'mail', true);
    await me.decide({ kind: 'research_messages', version: '1.0.0', given: false });
    expect((await states())[0]).toBe('research_messages false');
    expect((await me.notifications()).choices.filter(({ on }: { on: boolean }) => on)).toEqual([
      { kind: 'documents', channel: 'mail', on: true },
      { kind: 'documents', channel: 'push', on: true },
      { kind: 'alerts', channel: 'push', on: true },
      { kind: 'chats', channel: 'push', on: true },
    ]);
    expect((await me.decide({ kind: 'research_messages', version: '1.0.0', given: false })).data.records, 'nothing left to take back').toHaveLength(5);
  });

  test('each kind of message can be switched off on each channel that it has, also where it was on', async () => {
    const me = await byMail();
    for (const { kind, channel } of (await me.notifications()).choices) {
      expect(await me.choose(kind, channel, false), `${kind} by ${channel}`).toMatchObject({ status: true });
      expect((await me.notifications()).choices).toContainEqual({ kind, channel, on: false });
    }
  });

  test('a message reaches exactly those who chose it, on the channels they chose', async () => {
    const [mail, mobile, none] = [await byMail(), await byMobile(), await byMail()];
    await mail.choose('new_calls', 'mail', true);
    expect((await mobile.notifications()).channels[1]).toEqual({ channel: 'whatsapp', to: `+91 ••••••${mobile.address.slice(-4)}`, offered: true });
    await mobile.choose('new_calls', 'whatsapp', true);
    await notify('new_calls', [mail, mobile, none]);
    await notify('ended_calls', [mail, mobile, none]);
    const about = async (who: Mine) => (await inbox(who)).filter(([, subject]) => subject === 'New call');
    expect([await about(mail), await about(mobile), await about(none)]).toEqual([[['mail', 'New call']], [['whatsapp', 'New call']], []]);
    await none.choose('documents', 'mail', false);
    await notify('documents', [none]);
    expect(await about(none)).toEqual([]);
  });

  test('more people than one question can name are told all the same', async () => {
    const me = await byMail();
    const crowd = Array.from({ length: 66_000 }, (_, at) => `follower ${at}`);
    await site.platform.transaction((tx: Database) => site.identity.notify(tx, 'documents', [...crowd, me.user_id], notice));
    expect((await inbox(me)).filter(([, subject]) => subject === 'New call')).toHaveLength(1);
  });

  test('who opens option calls is told how many lose: at first, after 30 days and at a new version, whatever the device', async () => {
    const me = await byMail();
    const other = await byMail();
    const device = site.browser();
    const read = async (who: Mine, browser = device) => (await browser.get('/auth/v1/risk_disclosure', who.bearer)).body.data;
    const acknowledge = async (who: Mine, version: string) => (await device.post('/auth/v1/risk_disclosure', { version }, who.bearer)).body;
    const { version } = CONSENTS.derivatives_risk;
    expect(await read(me)).toEqual({ due: true, version, acknowledged_at: null });
    expect(await acknowledge(me, 'fno-2025-01-01')).toMatchObject({ status: false, problems: [{ path: 'version' }] });
    expect((await me.decide({ kind: 'derivatives_risk', version, given: true })).status, 'not from the page of consents, where nobody is shown them').toBe(
      false,
    );
    expect((await me.records()).map(({ kind: one }: { kind: string }) => one)).toEqual(['terms']);

    const at = site.clock.now.toISOString();
    expect((await acknowledge(me, version)).data).toEqual({ due: false, version, acknowledged_at: at });
    expect(await read(me, site.browser()), 'on another device').toMatchObject({ due: false });
    expect(await read(other), 'of somebody else').toMatchObject({ due: true });
    await Promise.all([acknowledge(me, version), acknowledge(me, version)]);
    expect((await me.records())[0]).toEqual({ kind: 'derivatives_risk', version, given: true, words: CONSENT_WORDS.derivativesRisk, site: 'Vimarsh', at });
    expect(await me.records(), 'acknowledging again adds nothing').toHaveLength(2);
    expect((await device.get('/auth/v1/risk_disclosure')).body.code, 'nobody is signed in').toBe('SESSION_ENDED');

    const age = (days: number) =>
      site.platform.db
        .updateTable('consents')
        .set({ at: new Date(site.clock.now.getTime() - days * 86_400_000) })
        .where('user_id', '=', me.user_id)
        .where('kind', '=', 'derivatives_risk')
        .execute();
    await age(29);
    expect(await read(me)).toMatchObject({ due: false });
    await age(31);
    expect(await read(me)).toMatchObject({ due: true });
    expect((await acknowledge(me, version)).data).toEqual({ due: false, version, acknowledged_at: at });
    expect(await me.records(), 'both times are on record').toHaveLength(3);
  });

  test('an erased account keeps what was agreed to, without an address, and gets no message', async () => {
    const me = await byMobile();
    await me.choose('new_calls', 'whatsapp', true);
    await site.browser().post('/auth/v1/erasure', { on: true }, me.bearer);
    await eraseDue(site.platform, new Date(site.clock.now.getTime() + 48 * 3_600_000), [], async () => undefined);
    const rows = await site.platform.db.selectFrom('consents').selectAll().where('user_id', '=', me.user_id).execute();
    expect(rows.map(({ kind: one, ip }) => [one, ip])).toEqual([
      ['terms', ''],
      ['research_messages', ''],
    ]);
    await notify('new_calls', [me]);
    expect((await inbox(me)).filter(([, subject]) => subject === 'New call')).toEqual([]);
  });
});
