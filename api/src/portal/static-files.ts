import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { extname } from 'node:path';
import { Readable } from 'node:stream';
import type { ReleaseRecord } from '@vimarsh/shared/contract/release/types.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { packingsFor } from '../platform/http/negotiation.ts';
import { answerAs } from '../platform/http/security-headers.ts';
import { Fail } from '../platform/platform.ts';
import type { ReleaseReader } from './release-reader.ts';

const TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.woff2': 'font/woff2',
};
/** What the build adds to the name of a file that it packed. */
const ENDINGS = { br: '.br', gzip: '.gz', plain: '' } as const;
export const FOR_EVER = 'public, max-age=31536000, immutable';

/** Sends a file that lies on disk with its `.br` and `.gz`; false when there is none. `path` must be checked before. */
export async function sendFile(request: FastifyRequest, reply: FastifyReply, path: string, cache: string, kind: 'file' | 'worker' = 'file'): Promise<boolean> {
  const type = TYPES[extname(path)];
  if (!type) return false;
  for (const packing of [...packingsFor(request.headers['accept-encoding']), 'plain'] as const) {
    const file = path + ENDINGS[packing];
    const found = await stat(file).catch(() => null);
    if (!found?.isFile()) continue;
    answerAs(reply, kind).headers({
      'content-type': type,
      'content-length': found.size,
      'cache-control': cache,
      vary: 'accept-encoding',
    });
    if (packing !== 'plain') reply.header('content-encoding', packing);
    // Of a stream the framework leaves the length alone; of an empty text it would say 0 (RFC 9110, 9.3.2).
    await reply.send(request.method === 'HEAD' ? Readable.from([]) : createReadStream(file));
    return true;
  }
  return false;
}

/** `/releases/<name>/<hash>/<file>`, the only shape that reaches the disk. */
const RELEASE_FILE = /^\/releases\/([a-z-]+)\/([0-9a-f]{10})\/((?:[\w-]+\/)?[\w-]+(?:\.[\w-]+)*)$/;
const FONT_FILE = /^\/fonts\/[a-z0-9-]+\.woff2$/;

/** Files of every release that was ever live, and fonts and service worker of the live root-config. */
export function serveReleaseFiles(
  app: FastifyInstance,
  dir: string,
  releases: Pick<ReleaseReader, 'releaseSet'>,
  filesOf: (record: ReleaseRecord) => string,
): void {
  app.get('/releases/*', async (request, reply) => {
    const [, name, hash, file] = RELEASE_FILE.exec(pathOf(request)) ?? [];
    if (!file || !(await sendFile(request, reply, `${dir}/files/${name}/${hash}/${file}`, FOR_EVER))) throw new Fail('NOT_FOUND');
    return reply;
  });
  app.get('/fonts/*', async (request, reply) => {
    const path = pathOf(request);
    const root = (await releases.releaseSet())?.modules['root-config'];
    const cache = request.url.includes('?') ? FOR_EVER : 'public, max-age=86400';
    if (!root || !FONT_FILE.test(path) || !(await sendFile(request, reply, filesOf(root) + path, cache))) throw new Fail('NOT_FOUND');
    return reply;
  });
  app.get('/sw.js', async (request, reply) => {
    const root = (await releases.releaseSet())?.modules['root-config'];
    if (!root || !(await sendFile(request, reply, `${filesOf(root)}/sw.js`, 'no-cache', 'worker'))) throw new Fail('NOT_FOUND');
    return reply;
  });
}

/** The path alone: a client may send the whole address, with a host of its choice (RFC 9112, 3.2.2). */
export const pathOf = (request: FastifyRequest): string => request.url.split('?')[0]!.replace(/^https?:\/\/[^/]*/i, '') || '/';
