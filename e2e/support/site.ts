import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, constants } from 'node:zlib';

export interface SiteFile {
  readonly type: string;
  readonly body: string;
}
export interface Site {
  readonly origin: string;
  close(): void;
}

/** Serves a few files from memory, brotli at its best, scripts for ever, readable from any origin: what a floor may have of a good server. */
export async function serveSite(files: Readonly<Record<string, SiteFile>>, port = 0): Promise<Site> {
  const ready = new Map(
    Object.entries(files).map(([path, { type, body }]) => [
      path,
      { type, plain: Buffer.from(body), br: brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }) },
    ]),
  );
  const server = createServer((request, response) => {
    const file = ready.get(new URL(request.url ?? '/', 'http://floor').pathname);
    if (!file) {
      response.writeHead(404).end();
      return;
    }
    const packed = request.headers['accept-encoding']?.includes('br') ?? false;
    response.writeHead(200, {
      'content-type': `${file.type}; charset=utf-8`,
      'cache-control': file.type === 'text/javascript' ? 'public, max-age=31536000, immutable' : 'no-store',
      'access-control-allow-origin': '*',
      'timing-allow-origin': '*',
      ...(packed && { 'content-encoding': 'br' }),
    });
    response.end(packed ? file.br : file.plain);
  });
  await new Promise<void>((resolve) => server.listen(port, resolve));
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
