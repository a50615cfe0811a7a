import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

export interface Balancer {
  readonly url: string;
  close(): Promise<void>;
}

const LOOK_EVERY_MS = 250;
const LOOK_WITHIN_MS = 2000;
/** A node that says no is out at once; one that is merely slow to answer, after so many times in a row. */
const SLOW_TIMES = 3;

/**
 * Sends each request to one of the nodes that answer 200 at `/readyz`, in turn; to any where none does, as balancers do. It keeps its
 * connections to them, and asks nobody twice: what a node fails, its client sees.
 */
export async function startBalancer(nodes: readonly string[]): Promise<Balancer> {
  const agent = new Agent({ keepAlive: true });
  const ended = new AbortController();
  const ready = new Set<string>(nodes);
  let turn = 0;

  const next = (): URL => {
    const able = ready.size > 0 ? nodes.filter((node) => ready.has(node)) : nodes;
    turn += 1;
    return new URL(able[turn % able.length]!);
  };
  const looking = nodes.map(async (node) => {
    let slow = 0;
    while (!ended.signal.aborted) {
      const said = await look(node);
      slow = said === 'slow' ? slow + 1 : 0;
      if (said === 'ready') ready.add(node);
      else if (said === 'unready' || slow >= SLOW_TIMES) ready.delete(node);
      await pause(LOOK_EVERY_MS, undefined, { signal: ended.signal }).catch(() => undefined);
    }
  });

  const pass = (incoming: IncomingMessage, outgoing: ServerResponse): void => {
    const { hostname, port } = next();
    const { method, url, headers } = incoming;
    const passed = request({ agent, hostname, port, method, path: url, headers: { ...headers, connection: 'keep-alive' } }, (answer) => {
      const { connection: _, ...given } = answer.headers;
      outgoing.writeHead(answer.statusCode!, given);
      answer.pipe(outgoing);
      answer.on('error', () => outgoing.destroy());
    });
    passed.on('error', () => {
      if (outgoing.headersSent) outgoing.destroy();
      else outgoing.writeHead(502).end('The node did not answer.');
    });
    incoming.pipe(passed);
  };
  const server = createServer(pass);
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  server.on('upgrade', ({ method, url, rawHeaders }, near: Socket, head) => {
    const { hostname, port } = next();
    const far = connect({ host: hostname, port: Number(port) });
    const lines = rawHeaders.flatMap((name, at) => (at % 2 === 0 ? [`${name}: ${rawHeaders[at + 1]}`] : []));
    far.write(`${method} ${url} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
    far.write(head);
    near.pipe(far).pipe(near);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const)
      one.on('error', () => other.destroy()).on('close', () => other.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    async close() {
      ended.abort();
      await Promise.all(looking);
      for (const socket of sockets) socket.destroy();
      agent.destroy();
      await new Promise((done) => server.close(done));
    },
  };
}

async function look(node: string): Promise<'ready' | 'unready' | 'slow'> {
  try {
    const answer = await fetch(`${node}/readyz`, { signal: AbortSignal.timeout(LOOK_WITHIN_MS) });
    await answer.body?.cancel();
    return answer.status === 200 ? 'ready' : 'unready';
  } catch (error) {
    return (error as Error).name === 'TimeoutError' ? 'slow' : 'unready';
  }
}
