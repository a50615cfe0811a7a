import { generateKeyPairSync, verify } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { BadSetting, readConfig } from '../config.ts';
import { fcmCarrier } from './fcm.carrier.ts';
import { type LocalService, openService, subscriber } from './push.testing.ts';

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const WEB_KEY = subscriber('https://x.example').subscription.keys.p256dh;
const TOKEN = 'fcm-token:APA91bHPRgkF3JUikC4ENAHEeMrd41Zxv3hVZjC9KtT8OvPVGJ';
const message = { title: 'Vimarsh', body: 'A new call from an expert you follow.', url: '/experts-past-recommendations?reco=c1' };
let google: LocalService;
let now = new Date('2026-11-20T06:00:00Z');

beforeAll(async () => {
  google = await openService();
});
afterAll(() => google.close());
beforeEach(() => {
  google.arrived.length = 0;
  google.answer = (path) => {
    if (path === '/token') return { status: 200, body: { access_token: 'ya29.one', expires_in: 3600 } };
    if (path.endsWith('/installations')) return { status: 200, body: { fid: 'f', authToken: { token: 'installed', expiresIn: '604800s' } } };
    if (path.endsWith('/registrations')) return { status: 200, body: { token: TOKEN } };
    return { status: 200, body: { name: 'projects/p1/messages/1' } };
  };
});

const setting = () => ({
  project_id: 'p1',
  client_email: 'push@p1.iam.gserviceaccount.com',
  private_key: privateKey.export({ format: 'pem', type: 'pkcs8' }) as string,
  api_key: 'AIza',
  app_id: '1:1:web:1',
  web_key: WEB_KEY,
  token_uri: `${google.origin}/token`,
  url: google.origin,
  installations_url: google.origin,
  registrations_url: google.origin,
});
const settings = () => readConfig({ FCM: JSON.stringify(setting()) });
const carrier = () => fcmCarrier({ setting: settings().FCM!, config: settings(), clock: () => now });

test('a browser’s subscription becomes a token of Firebase, which is the registration id', async () => {
  const { subscription } = subscriber('https://fcm.googleapis.com');
  const one = carrier();
  expect(await one.token(subscription)).toBe(TOKEN);
  const [installed, registered] = google.arrived;
  expect([installed!.path, registered!.path]).toEqual(['/v1/projects/p1/installations', '/v1/projects/p1/registrations']);
  expect(installed!.headers['x-goog-api-key']).toBe('AIza');
  expect(JSON.parse(installed!.body.toString())).toMatchObject({ fid: expect.stringMatching(/^[c-f][\w-]{21}$/), authVersion: 'FIS_v2', appId: '1:1:web:1' });
  expect(registered!.headers).toMatchObject({ 'x-goog-api-key': 'AIza', 'x-goog-firebase-installations-auth': 'FIS installed' });
  expect(JSON.parse(registered!.body.toString())).toEqual({
    web: { endpoint: subscription.endpoint, ...subscription.keys, applicationPubKey: WEB_KEY },
  });
  expect([one.addressOf(TOKEN), one.addressOf('{"endpoint":"https://x"}')]).toEqual([TOKEN, null]);
});

test('a message goes to the token with a bearer of the service account, which is asked for once an hour', async () => {
  const one = carrier();
  expect(await one.deliver(TOKEN, message)).toBe('taken');
  expect(await one.deliver(TOKEN, message)).toBe('taken');
  const [asked, sent] = google.arrived;
  expect(google.arrived.map(({ path }) => path)).toEqual(['/token', '/v1/projects/p1/messages:send', '/v1/projects/p1/messages:send']);
  const form = new URLSearchParams(asked!.body.toString());
  expect(form.get('grant_type')).toBe('urn:ietf:params:oauth:grant-type:jwt-bearer');
  const [head, claims, signature] = form.get('assertion')!.split('.') as [string, string, string];
  expect(verify('sha256', Buffer.from(`${head}.${claims}`), publicKey, Buffer.from(signature, 'base64url'))).toBe(true);
  const at = now.getTime() / 1000;
  expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toEqual({
    iss: setting().client_email,
    scope: 'https://www.googleapis.com/auth/firebase.messaging',
    aud: setting().token_uri,
    iat: at,
    exp: at + 3600,
  });
  expect(sent!.headers.authorization).toBe('Bearer ya29.one');
  expect(JSON.parse(sent!.body.toString())).toEqual({ message: { token: TOKEN, data: message, webpush: { headers: { TTL: '86400' } } } });
  now = new Date(now.getTime() + 3_600_000);
  await one.deliver(TOKEN, message);
  expect(google.arrived.filter(({ path }) => path === '/token')).toHaveLength(2);
});

test('a token that is gone is said to be; anything else is tried again, with a new bearer when the old one was refused', async () => {
  const one = carrier();
  const good = google.answer;
  const failing = (status: number) => (path: string) => (path.endsWith(':send') ? { status } : good(path));
  google.answer = failing(404);
  expect(await one.deliver(TOKEN, message)).toBe('gone');
  google.answer = failing(503);
  await expect(one.deliver(TOKEN, message)).rejects.toThrow('Firebase answered 503.');
  google.answer = failing(401);
  await expect(one.deliver(TOKEN, message)).rejects.toThrow('Firebase answered 401.');
  google.answer = good;
  await one.deliver(TOKEN, message);
  expect(google.arrived.filter(({ path }) => path === '/token')).toHaveLength(2);
});

test('who can’t get a token is told to try later; an address that is no push service’s is refused', async () => {
  google.answer = () => ({ status: 500 });
  await expect(carrier().token(subscriber('https://fcm.googleapis.com').subscription)).rejects.toMatchObject({ code: 'RETRY' });
  await expect(carrier().token(subscriber('https://10.0.0.1').subscription)).rejects.toMatchObject({ code: 'BAD_REQUEST' });
});

test.each([
  ['no JSON', 'nonsense-secret'],
  ['a key that is none', JSON.stringify({ project_id: 'p1', private_key: '-----BEGIN nonsense-secret' })],
])('a setting that is %s is refused without repeating it', (_what, FCM) => {
  expect(() => readConfig({ FCM })).toThrow(BadSetting);
  expect(() => readConfig({ FCM })).toThrow(/^FCM must be JSON/);
  expect(() => readConfig({ FCM })).not.toThrow(/nonsense-secret/);
});
