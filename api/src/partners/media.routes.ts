import { answerAs } from '../platform/http/security-headers.ts';
import type { Platform } from '../platform/platform.ts';
import { bannerSvg, logoSvg } from './logo.ts';
import type { Partners } from './partners.ts';

/** Logos and banners: `/media/partners/<key>.svg` and `/media/partners/<key>-<slot>.svg`. Images only, never documents. */
export function partnerMedia({ app }: Platform, partners: Partners): void {
  app.get<{ Params: { file: string } }>('/media/partners/:file', async ({ params }, reply) => {
    const [, key = '', slot] = /^([a-z]+)(?:-([a-z-]+))?\.svg$/.exec(params.file) ?? [];
    const environment = partners.byKey(key);
    const image = environment && (slot ? bannerSvg(environment, slot) : logoSvg(environment));
    if (!image) return reply.callNotFound();
    return answerAs(reply, 'logo').header('content-type', 'image/svg+xml; charset=utf-8').header('cache-control', 'public, max-age=86400').send(image);
  });
}
