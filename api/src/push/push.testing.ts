import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What came to a local push service, or to a stand-in for Google. */
export interface Arrived {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

export interface LocalService {
  readonly origin: string;
  readonly arrived: Arrived[];
  /** How it answers from now on, by path; 201 without. */
  answer: (path: string) => { status: number; body?: object };
  close(): void;
}

/** An HTTP server that notes what it gets. */
export async function openService(): Promise<LocalService> {
  const arrived: Arrived[] = [];
  const server: Server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const path = request.url ?? '';
    arrived.push({ path, headers: request.headers, body: Buffer.concat(parts) });
    const { status, body = {} } = service.answer(path);
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  // Whoever forgets it must still end.
  server.unref();
  const service: LocalService = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    arrived,
    answer: () => ({ status: 201 }),
    close: () => void server.close(),
  };
  return service;
}

/** A browser that subscribed at a push service, and opens what is sent to it. */
export function subscriber(origin: string) {
  const pair = createECDH('prime256v1');
  pair.generateKeys();
  const auth = randomBytes(16);
  const path = `/send/${randomBytes(8).toString('hex')}`;
  const subscription = { endpoint: `${origin}${path}`, keys: { p256dh: pair.getPublicKey('base64url'), auth: auth.toString('base64url') } };
  return {
    path,
    subscription,
    /** As RFC 8291 says. */
    open(sealed: Buffer): string {
      const [salt, sender, body] = [sealed.subarray(0, 16), sealed.subarray(21, 21 + sealed[20]!), sealed.subarray(21 + sealed[20]!)];
      const derive = (secret: Uint8Array, from: Uint8Array, info: Buffer, length: number) => Buffer.from(hkdfSync('sha256', secret, from, info, length));
      const input = derive(pair.computeSecret(sender), auth, Buffer.concat([Buffer.from('WebPush: info\0'), pair.getPublicKey(), sender]), 32);
      const nonce = derive(input, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
      const decipher = createDecipheriv('aes-128-gcm', derive(input, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16), nonce);
      decipher.setAuthTag(body.subarray(-16));
      const plain = Buffer.concat([decipher.update(body.subarray(0, -16)), decipher.final()]);
      // The last byte marks the end.
      return plain.subarray(0, -1).toString();
    },
  };
}
