import type { Browser, Site } from '../site.testing.ts';

/** Signs in on a demo broker's page as a browser would; the address it is sent back to. */
export async function signInAtBroker(site: Site, redirect_url: string, client_id = 'AB1001', password = 'Vimarsh@2026'): Promise<URL> {
  const page = new URL(redirect_url);
  const answer = await site.platform.app.inject({
    method: 'POST',
    url: page.pathname,
    headers: { host: page.host, 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({
      return_to: page.searchParams.get('return_to')!,
      state: page.searchParams.get('state') ?? '',
      client_id,
      password,
    }).toString(),
  });
  if (answer.statusCode !== 303) throw new Error(`The broker's page answered ${answer.statusCode}`);
  return new URL(answer.headers.location!);
}

export const levelTwoBody = (broker_id: number, back: URL) => ({
  broker_id,
  token_id: back.searchParams.get('code') ?? back.searchParams.get('secure_token') ?? '',
  url: back.href,
  profession: 'RETAIL_INVESTOR',
});

export const beginAt = async (browser: Browser, broker_id: number): Promise<string> =>
  (await browser.get(`/auth/v1/level_one_auth_for_broker?broker_id=${broker_id}`)).body.data.redirect_url;
