import { Transformer } from '@napi-rs/image';
import { BRAND_TITLE } from '@vimarsh/shared/domain/brand.ts';
import { partnerTheme } from '@vimarsh/shared/domain/partners/theme.ts';
import { PUBLIC_HOME } from '@vimarsh/shared/domain/routing/places.ts';
import type { Partners } from '../partners/index.ts';
import { answerAs } from '../platform/http/security-headers.ts';
import type { Platform } from '../platform/platform.ts';

/** The picture of a link that somebody shares, in the size that previews take whole. */
export const SHARE_PICTURE = { path: '/share.png', width: 1200, height: 630 } as const;
const ICON_SIZES = [192, 512];
const TOUCH_ICON = 180;
/** px of the drawing behind every icon. The library reads small drawings at several times their size, which takes longer. */
const DRAWN = 512;
/** Pictures of this many colours and sizes are kept: each takes some 20 ms of the main thread once, and never changes. */
const MOST_KEPT = 200;
const ONE_DAY = 'public, max-age=86400';

/** The mark of the page's own icon. `safe`: it keeps clear of the edge, which phones cut into their own shape. */
function mark(accent: string, ink: string, safe: boolean): string {
  const corner = safe ? 0 : 4;
  const scale = safe ? 'translate(2.4 2.4) scale(.7)' : '';
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${DRAWN}" height="${DRAWN}" viewBox="0 0 16 16"><rect width="16" height="16" rx="${corner}" fill="${accent}"/><g transform="${scale}"><path d="M3 8h10" stroke="${ink}" stroke-width="1.5"/><circle cx="10" cy="8" r="2.2" fill="${ink}"/></g></svg>`;
}

/** A price line and two calls on it: one ended at its target, one at its stop. It has no words: the preview writes them beside it, in its own language. */
function sharePicture(accent: string, ink: string): string {
  const { width, height } = SHARE_PICTURE;
  const line = 'M80 420 L168 452 L246 398 L330 424 L418 330 L502 358 L590 232 L668 204 L752 268 L838 244 L926 352 L1018 426 L1120 398';
  const area = `<path d="${line} L1120 630 L80 630 Z" fill="${ink}" opacity=".09"/>`;
  const level = (y: number, dash: string): string => `<path d="M80 ${y} H1120" stroke="${ink}" stroke-width="3" opacity=".35" stroke-dasharray="${dash}"/>`;
  const end = (x: number, y: number, sign: string): string =>
    `<circle cx="${x}" cy="${y}" r="28" fill="${ink}"/><path d="M${x} ${y} ${sign}" fill="none" stroke="${accent}" stroke-width="6" stroke-linecap="round"/>`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width / 2}" height="${height / 2}" viewBox="0 0 ${width} ${height}">`,
    `<rect width="${width}" height="${height}" fill="${accent}"/>`,
    area,
    level(204, '14 12'),
    level(330, 'none'),
    level(426, '4 12'),
    `<path d="${line}" fill="none" stroke="${ink}" stroke-width="9" stroke-linejoin="round" stroke-linecap="round"/>`,
    `<circle cx="418" cy="330" r="24" fill="${accent}" stroke="${ink}" stroke-width="9"/>`,
    end(668, 204, 'm-12 0 l9 10 l16 -19'),
    end(1018, 426, 'm-9 -9 l18 18 m0 -18 l-18 18'),
    '</svg>',
  ].join('');
}

/** Touch icon, icons of the installed app, its manifest and the picture of shared links, in the colour of the host's partner. */
export function servePictures({ app }: Platform, partners: Pick<Partners, 'byHost'>): void {
  const drawn = new Map<string, Promise<Buffer>>();
  const draw = (svg: string, width: number, height: number): Promise<Buffer> => {
    const key = `${width} ${svg}`;
    let picture = drawn.get(key);
    if (!picture) {
      if (drawn.size >= MOST_KEPT) drawn.clear();
      picture = Transformer.fromSvg(svg).resize(width, height).png();
      picture.catch(() => drawn.delete(key));
      drawn.set(key, picture);
    }
    return picture;
  };
  const serve = (path: string, width: number, height: number, svg: (accent: string, ink: string) => string): void => {
    app.get(path, async (request, reply) => {
      const { accent, onAccent } = partnerTheme(partners.byHost(request.hostname)).light;
      const picture = await draw(svg(accent, onAccent), width, height);
      return answerAs(reply, 'logo').headers({ 'cache-control': ONE_DAY, vary: 'host' }).type('image/png').send(picture);
    });
  };
  serve(SHARE_PICTURE.path, SHARE_PICTURE.width, SHARE_PICTURE.height, sharePicture);
  serve('/apple-touch-icon.png', TOUCH_ICON, TOUCH_ICON, (accent, ink) => mark(accent, ink, true));
  for (const size of ICON_SIZES) {
    serve(`/icons/${size}.png`, size, size, (accent, ink) => mark(accent, ink, false));
    serve(`/icons/${size}-maskable.png`, size, size, (accent, ink) => mark(accent, ink, true));
  }

  app.get('/manifest.webmanifest', async (request, reply) => {
    const partner = partners.byHost(request.hostname);
    const { accent } = partnerTheme(partner).light;
    const name = partner?.title ?? BRAND_TITLE;
    const icons = ICON_SIZES.flatMap((size) => [
      { src: `/icons/${size}.png`, sizes: `${size}x${size}`, type: 'image/png', purpose: 'any' },
      { src: `/icons/${size}-maskable.png`, sizes: `${size}x${size}`, type: 'image/png', purpose: 'maskable' },
    ]);
    const manifest = {
      name,
      short_name: (partner?.utm_source ?? BRAND_TITLE).slice(0, 12),
      start_url: PUBLIC_HOME,
      scope: PUBLIC_HOME,
      display: 'standalone',
      background_color: '#ffffff',
      theme_color: accent,
      icons,
    };
    return reply.headers({ 'cache-control': ONE_DAY, vary: 'host' }).type('application/manifest+json; charset=utf-8').send(JSON.stringify(manifest));
  });
}
