import { createServer, type Server } from 'node:http';
import { fileURLToPath } from 'node:url';
import { all, page, policy, SITE_CSS, type SiteSettings, STYLES, WIDGETS, watchlist } from './pages.ts';

const DISPLAY = ['lang', 'density', 'sections'];
const WATCHED = 'RELIANCE,TCS,INFY,HDFCBANK,SBIN,ITC';

/**
 * A partner's web site on an origin of its own, for the demo and the embed stories. Shares nothing with the portal. In the
 * query: `stock`, `key`, `styles`, `lang`, `density`, `sections`, and `isolated` for a page that lets nothing in unasked (COEP).
 */
export function partnerSite(settings: SiteSettings): Server {
  return createServer((request, response) => {
    const { pathname, searchParams: query } = new URL(request.url ?? '/', 'http://partner');
    const send = (type: string, body: string, status = 200): void => {
      response.writeHead(status, {
        'content-type': `${type}; charset=utf-8`,
        'content-security-policy': policy(settings.portal),
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-store',
        ...(query.has('isolated') && { 'cross-origin-embedder-policy': 'require-corp', 'cross-origin-opener-policy': 'same-origin' }),
      });
      response.end(body);
    };
    const name = pathname.slice(1);
    const display = Object.fromEntries([...query].filter(([asked]) => DISPLAY.includes(asked)));
    const widget = name in WIDGETS ? name : 'sentiment';
    const sheet = STYLES[name.replace(/\.css$/, '')];
    if (pathname === '/site.css') send('text/css', SITE_CSS);
    else if (name.endsWith('.css') && sheet) send('text/css', sheet);
    else if (pathname === '/' || pathname === '/hostile' || name in WIDGETS)
      send(
        'text/html',
        page(
          { ...settings, accessKey: query.get('key') ?? settings.accessKey },
          { widget, code: query.get('stock'), styles: pathname === '/hostile' ? 'hostile' : (query.get('styles') ?? ''), display },
        ),
      );
    else if (pathname === '/all') send('text/html', all(settings));
    else if (pathname === '/watchlist') send('text/html', watchlist(settings, (query.get('stocks') ?? WATCHED).split(','), query.get('load') === 'eager'));
    else send('text/plain', 'Not found', 404);
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { PORT = '4000', PARTNER_PORT = '4001', PUBLIC_HOST = 'localhost', PARTNER_ACCESS_KEY = '' } = process.env;
  partnerSite({ portal: `http://${PUBLIC_HOST}:${PORT}`, accessKey: PARTNER_ACCESS_KEY }).listen(Number(PARTNER_PORT), () =>
    console.log(`Partner site on http://localhost:${PARTNER_PORT}`),
  );
}
