import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:net';

/** Below what the kernel takes for outgoing connections, one of which could have a port of that range by the time its server starts. */
const RANGE = { first: 20_000, last: 31_998 } as const;

/**
 * A port for a process that has to be told one. Even ones are given out; the odd one above is held by this process until it ends, and
 * says that its neighbour is taken: no other process gets it, neither before its server listens nor while that starts again.
 */
export async function freePort({ first, last }: { first: number; last: number } = RANGE): Promise<number> {
  const count = Math.floor((last - first) / 2) + 1;
  const from = randomInt(count);
  for (let step = 0; step < count; step += 1) {
    const port = first + 2 * ((from + step) % count);
    const claim = await listen(port + 1);
    if (!claim) continue;
    const probe = await listen(port);
    if (!probe) {
      claim.close();
      continue;
    }
    probe.close();
    await once(probe, 'close');
    claim.unref();
    return port;
  }
  throw new Error(`No port between ${first} and ${last} is free.`);
}

/** Null where somebody has the port. */
async function listen(port: number): Promise<Server | null> {
  const server = createServer((socket) => socket.destroy());
  try {
    server.listen(port);
    await once(server, 'listening');
    return server;
  } catch {
    return null;
  }
}
