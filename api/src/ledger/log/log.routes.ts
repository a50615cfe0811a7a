import { Fail, type Platform } from '../../platform/platform.ts';
import type { Ledger } from '../ledger.ts';
import type { HeadRow } from '../tables.ts';
import { readTilePath } from './tile-path.ts';

const PREFIX = '/.well-known/vimarsh-log';
const HEAD_CACHE = 'public, max-age=60';
const FOR_EVER = 'public, max-age=31536000, immutable';

/** Serves the log as its formats say (docs/record-format.md): the signed head with its co-signatures, and tiles from which anyone computes every proof. */
export function serveLog({ app }: Pick<Platform, 'app'>, ledger: Pick<Ledger, 'signedHead' | 'tile'>, cosignatures: (head: HeadRow) => Promise<string>): void {
  app.get(`${PREFIX}/checkpoint`, async (_, reply) => {
    const head = await ledger.signedHead();
    if (head === null) throw new Fail('NOT_FOUND');
    const note = `${head.note}${await cosignatures(head)}`;
    return reply.header('cache-control', HEAD_CACHE).type('text/plain; charset=utf-8').send(note);
  });
  app.get<{ Params: { level: string; '*': string } }>(`${PREFIX}/tile/:level/*`, async ({ params }, reply) => {
    const place = readTilePath(params['*']);
    const tile = place && /^\d$/.test(params.level) ? await ledger.tile(Number(params.level), place.n, place.width) : null;
    if (tile === null) throw new Fail('NOT_FOUND');
    return reply.header('cache-control', FOR_EVER).type('application/octet-stream').send(tile);
  });
}
