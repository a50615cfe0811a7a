import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { extname } from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { answerAs } from '../platform/security-headers.ts';

const TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.woff2': 'font/woff2',
};
export const FOR_EVER = 'public, max-age=31536000, immutable';

/** Sends a file that lies on disk with its `.br` and `.gz`; false when there is none. `path` must be checked before. */
export async function sendFile(request: FastifyRequest, reply: FastifyReply, path: string, cache: string, kind: 'file' | 'worker' = 'file'): Promise<boolean> {
  const type = TYPES[extname(path)];
  if (!type) return false;
  const accepted = String(request.headers['accept-encoding'] ?? '');
  const encodings = [accepted.includes('br') && 'br', accepted.includes('gzip') && 'gz'].filter((one) => one !== false);
  for (const encoding of [...encodings, '']) {
    const file = encoding ? `${path}.${encoding}` : path;
    const found = await stat(file).catch(() => null);
    if (!found?.isFile()) continue;
    answerAs(reply, kind).headers({
      'content-type': type,
      'content-length': found.size,
      'cache-control': cache,
      vary: 'accept-encoding',
    });
    if (encoding) reply.header('content-encoding', encoding === 'gz' ? 'gzip' : 'br');
    await reply.send(request.method === 'HEAD' ? '' : createReadStream(file));
    return true;
  }
  return false;
}
