import { createServer, type Server } from 'node:http';
import { fileURLToPath } from 'node:url';
import { HOSTILE_CSS, page, policy, SITE_CSS, type SiteSettings, watchlist } from './pages.ts';

const WATCHED = 'RELIANCE,TCS,INFY,HDFCBANK,SBIN,ITC';

/** A partner's web site on an origin of its own, for the demo and the embed stories. Shares nothing with the portal. */
export function partnerSite(settings: SiteSettings): Server {
  return createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://partner');
    const send = (type: string, body: string, status = 200): void => {
      response.writeHead(status, {
        'content-type': `${type}; charset=utf-8`,
        'content-security-policy': policy(settings.portal),
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-store',
      });
      response.end(body);
    };
    const stock = url.searchParams.get('stock') ?? 'RELIANCE';
    if (url.pathname === '/site.css') send('text/css', SITE_CSS);
    else if (url.pathname === '/hostile.css') send('text/css', HOSTILE_CSS);
    else if (url.pathname === '/' || url.pathname === '/hostile')
      send('text/html', page({ ...settings, accessKey: url.searchParams.get('key') ?? settings.accessKey }, stock, url.pathname === '/hostile'));
    else if (url.pathname === '/watchlist')
      send('text/html', watchlist(settings, (url.searchParams.get('stocks') ?? WATCHED).split(','), url.searchParams.get('load') === 'eager'));
    else send('text/plain', 'Not found', 404);
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { PORT = '4000', PARTNER_PORT = '4001', PUBLIC_HOST = 'localhost', PARTNER_ACCESS_KEY = '' } = process.env;
  partnerSite({ portal: `http://${PUBLIC_HOST}:${PORT}`, accessKey: PARTNER_ACCESS_KEY }).listen(Number(PARTNER_PORT), () =>
    console.log(`Partner site on http://localhost:${PARTNER_PORT}`),
  );
}
