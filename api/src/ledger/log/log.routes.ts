import { Fail, type Platform } from '../../platform/platform.ts';
import type { Ledger } from '../ledger.ts';
import { readTilePath } from './tile-path.ts';

const PREFIX = '/.well-known/vimarsh-log';
const HEAD_CACHE = 'public, max-age=60';
const FOR_EVER = 'public, max-age=31536000, immutable';

/** Serves the log as its formats say (docs/record-format.md): the signed head, and tiles from which anyone computes every proof. */
export function serveLog({ app }: Pick<Platform, 'app'>, ledger: Pick<Ledger, 'checkpoint' | 'tile'>): void {
  app.get(`${PREFIX}/checkpoint`, async (_, reply) => {
    const note = await ledger.checkpoint();
    if (note === null) throw new Fail('NOT_FOUND');
    return reply.header('cache-control', HEAD_CACHE).type('text/plain; charset=utf-8').send(note);
  });
  app.get<{ Params: { level: string; '*': string } }>(`${PREFIX}/tile/:level/*`, async ({ params }, reply) => {
    const place = readTilePath(params['*']);
    const tile = place && /^\d$/.test(params.level) ? await ledger.tile(Number(params.level), place.n, place.width) : null;
    if (tile === null) throw new Fail('NOT_FOUND');
    return reply.header('cache-control', FOR_EVER).type('application/octet-stream').send(tile);
  });
}
