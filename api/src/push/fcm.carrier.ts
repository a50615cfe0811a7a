import { createPrivateKey, createSign, randomBytes } from 'node:crypto';
import type { PushMessage } from '@vimarsh/shared/contract/push/types.ts';
import * as z from 'zod/mini';
import { type Config, Fail } from '../platform/platform.ts';
import { KEPT_S, type PushCarrier, TIMEOUT_MS } from './carrier.ts';
import type { FcmSetting } from './fcm-settings.ts';
import { isPushService } from './services.ts';

interface Parts {
  readonly setting: FcmSetting;
  readonly config: Pick<Config, 'PUSH_SERVICES'>;
  readonly clock: () => Date;
}

const SCOPE = 'https://www.googleapis.com/auth/firebase.messaging';
/** A token from here; what Google calls it may change, so only what it can't be is refused. */
const TOKEN = /^[\w:-]{20,1000}$/;
const bearer = z.object({ access_token: z.string(), expires_in: z.number() });
const installation = z.object({ authToken: z.object({ token: z.string() }) });
const registration = z.object({ token: z.string().check(z.regex(TOKEN)) });

/** Sends by Firebase Cloud Messaging (HTTP v1). The registration id is the token Firebase gives a browser's subscription. */
export function fcmCarrier({ setting, config, clock }: Parts): PushCarrier {
  const key = createPrivateKey(setting.private_key);
  let held: { token: string; until: number } | null = null;

  /** Ours, from Google, for an hour. */
  async function accessToken(): Promise<string> {
    const now = Math.floor(clock().getTime() / 1000);
    if (held && held.until > now) return held.token;
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const { client_email, token_uri } = setting;
    const claims = `${part({ alg: 'RS256', typ: 'JWT' })}.${part({ iss: client_email, scope: SCOPE, aud: token_uri, iat: now, exp: now + 3600 })}`;
    const assertion = `${claims}.${createSign('sha256').update(claims).sign(key, 'base64url')}`;
    const body = new URLSearchParams({ grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion });
    const { access_token, expires_in } = await read(await post(token_uri, {}, body), bearer);
    // A minute early, so that none ends on its way.
    held = { token: access_token, until: now + expires_in - 60 };
    return access_token;
  }

  return {
    key: setting.web_key,
    async token({ endpoint, keys }) {
      if (!isPushService(endpoint, config))
        throw new Fail('BAD_REQUEST', { validation: 'Messages can’t be sent to this browser: its push service is not one we know.' });
      const { project_id, api_key, app_id, web_key } = setting;
      try {
        // What Firebase's own script does in a page; here, so that no script of another company runs on ours.
        const installations = `${setting.installations_url}/v1/projects/${project_id}/installations`;
        const asked = { fid: newInstallation(), authVersion: 'FIS_v2', appId: app_id, sdkVersion: 'w:0.6.9' };
        const { authToken } = await read(await postJson(installations, { 'x-goog-api-key': api_key }, asked), installation);
        const headers = { 'x-goog-api-key': api_key, 'x-goog-firebase-installations-auth': `FIS ${authToken.token}` };
        const web = { endpoint, ...keys, applicationPubKey: web_key };
        return (await read(await postJson(`${setting.registrations_url}/v1/projects/${project_id}/registrations`, headers, { web }), registration)).token;
      } catch {
        throw new Fail('RETRY', { validation: 'Messages can’t be switched on right now. Try again later.' });
      }
    },
    addressOf: (registration_id) => (TOKEN.test(registration_id) ? registration_id : null),
    isSame: (one, other) => one === other,
    async deliver(token, { title, body, url }: PushMessage) {
      // Data only: the service worker decides what is shown.
      const message = { token, data: { title, body, url }, webpush: { headers: { TTL: String(KEPT_S) } } };
      const headers = { authorization: `Bearer ${await accessToken()}` };
      const answer = await postJson(`${setting.url}/v1/projects/${setting.project_id}/messages:send`, headers, { message });
      await answer.body?.cancel();
      if (answer.ok) return 'taken';
      if (answer.status === 404) return 'gone';
      if (answer.status === 401) held = null;
      throw new Error(`Firebase answered ${answer.status}.`);
    },
  };
}

/** 22 characters that begin with 0111 in bits, as Firebase wants it. */
function newInstallation(): string {
  const bytes = randomBytes(17);
  bytes[0] = 0x70 | (bytes[0]! & 0x0f);
  return bytes.toString('base64url').slice(0, 22);
}

const postJson = (url: string, headers: Record<string, string>, body: object): Promise<Response> =>
  post(url, { ...headers, 'content-type': 'application/json' }, JSON.stringify(body));

const post = (url: string, headers: Record<string, string>, body: string | URLSearchParams): Promise<Response> =>
  fetch(url, { method: 'POST', headers, body, signal: AbortSignal.timeout(TIMEOUT_MS), redirect: 'error' });

async function read<S extends z.ZodMiniType>(answer: Response, shape: S): Promise<z.output<S>> {
  if (!answer.ok) {
    await answer.body?.cancel();
    throw new Error(`Google answered ${answer.status}.`);
  }
  return shape.parse(await answer.json());
}
