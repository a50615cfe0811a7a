import { Fail, type Platform } from '../platform/platform.ts';
import type { LiveMarket } from './live-market.ts';

const FOR_EVER = 'public, max-age=31536000, immutable';

/** Serves the stretches of the feed that the record names (docs/record-format.md), so that anyone can hash and judge them again. */
export function serveSegments({ app }: Pick<Platform, 'app'>, market: Pick<LiveMarket, 'segment'>): void {
  app.get<{ Params: { symbol: string; day: string; file: string } }>('/.well-known/vimarsh-prices/:symbol/:day/:file', async ({ params }, reply) => {
    const seconds = /^([1-9]\d{0,4})\.json$/.exec(params.file)?.[1];
    const text = seconds && /^\d{4}-\d\d-\d\d$/.test(params.day) ? await market.segment(params.symbol, params.day, Number(seconds)) : null;
    if (!text) throw new Fail('NOT_FOUND');
    return reply.header('cache-control', FOR_EVER).type('application/json; charset=utf-8').send(text);
  });
}
