import type { Partners } from '../../partners/index.ts';
import { deriveKey } from '../../platform/access/sealing.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Clock } from '../clock.ts';
import type { EmitIdentityEvent } from '../events.ts';
import type { Login } from '../signin/login.ts';
import { createGoogle, type Google } from './google.ts';
import { socialRoutes } from './social.routes.ts';
import { tidySocial } from './social.store.ts';

interface Parts {
  platform: Platform;
  partners: Partners;
  clock: Clock;
  login: Login;
  secret: string;
  emit: EmitIdentityEvent;
}

/** Continue with Google: the real provider where its keys are set, the demo's own in the demo, else off. */
export async function socialLogin({ platform, partners, clock, login, secret, emit }: Parts): Promise<void> {
  const { app, config } = platform;
  const { PUBLIC_HOST, PORT, production, GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET } = config;
  const mainHost = production ? `https://${PUBLIC_HOST}` : `http://${PUBLIC_HOST}:${PORT}`;
  const loginOf = (host: string) => `${host}/login`;
  let google: Google | null = null;
  if (GOOGLE_CLIENT_ID && GOOGLE_CLIENT_SECRET) {
    google = createGoogle({ issuer: 'https://accounts.google.com', client_id: GOOGLE_CLIENT_ID, client_secret: GOOGLE_CLIENT_SECRET });
  } else if (config.demo) {
    const { openDemoProvider } = await import('./demo/index.ts');
    const client_secret = deriveKey(secret, 'demo-provider').toString('base64url');
    const mayReturn = (address: string) => [mainHost, ...partners.list().map(({ hostUrl }) => hostUrl)].some((host) => loginOf(host) === address);
    const provider = await openDemoProvider({ app, mainHost, client_secret, mayReturn });
    google = createGoogle({ ...provider, client_secret, fetch: (url, init) => askHere(platform, url, init) });
  }
  socialRoutes({ platform, clock, login, google, emit, returnTo: ({ partner }) => loginOf(partner?.hostUrl ?? mainHost) });
  platform.jobs.schedule('identity.social.tidy', '50 3 * * *', () => tidySocial(platform.db, clock));
}

/** A request to this very process, without the network between. */
async function askHere(
  { app }: Platform,
  url: string,
  { method, headers, body }: { method: string; headers: Record<string, string>; body?: unknown },
): Promise<Response> {
  const { pathname, search, host } = new URL(url);
  const answer = await app.inject({
    method: method as 'GET',
    url: pathname + search,
    headers: { ...headers, host },
    ...(body != null && { payload: String(body) }),
  });
  return new Response(answer.body, { status: answer.statusCode, headers: { 'content-type': String(answer.headers['content-type'] ?? '') } });
}
