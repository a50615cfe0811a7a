import { Fail, type Platform } from '../../platform/platform.ts';
import type { Ledger } from '../ledger.ts';
import { readTilePath } from './tile-path.ts';

const PREFIX = '/.well-known/vimarsh-log';
/** Seconds, as C2SP asks: co-signatures come in after the head. */
const HEAD_CACHE = 'public, max-age=5';
const FOR_EVER = 'public, max-age=31536000, immutable';

/** Serves the log as its formats say (docs/record-format.md): the signed head with its co-signatures, and tiles from which anyone computes every proof. */
export function serveLog({ app }: Pick<Platform, 'app'>, ledger: Pick<Ledger, 'cosignedHead' | 'tile' | 'entries' | 'verifierKeys'>): void {
  app.get(`${PREFIX}/checkpoint`, async (_, reply) => {
    const head = await ledger.cosignedHead();
    if (head === null) throw new Fail('NOT_FOUND');
    return reply.header('cache-control', HEAD_CACHE).type('text/plain; charset=utf-8').send(head.note);
  });
  app.get<{ Params: { level: string; '*': string } }>(`${PREFIX}/tile/:level/*`, async ({ params }, reply) => {
    const place = readTilePath(params['*']);
    const tile = place && (await partOf(ledger, params.level, place));
    if (!tile) throw new Fail('NOT_FOUND');
    return reply.header('cache-control', FOR_EVER).type('application/octet-stream').send(tile);
  });
  app.get(`${PREFIX}/vkey`, async (_, reply) =>
    reply
      .header('cache-control', HEAD_CACHE)
      .type('text/plain; charset=utf-8')
      .send(`${(await ledger.verifierKeys()).join('\n')}\n`),
  );
}

function partOf(ledger: Pick<Ledger, 'tile' | 'entries'>, level: string, { n, width }: { n: number; width: number }): Promise<Buffer | null> | null {
  if (level === 'entries') return ledger.entries(n, width);
  return /^\d$/.test(level) ? ledger.tile(Number(level), n, width) : null;
}
