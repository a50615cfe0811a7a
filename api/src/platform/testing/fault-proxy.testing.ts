import { type AddressInfo, createServer, connect as dial, type Socket } from 'node:net';

/**
 * What can happen to a connection. `cut`: ended at once, and nobody answers. `slow`: everything comes late. `hang`: nothing
 * moves, and all of it comes once the fault is over. `half-open`: the other side is gone and nobody says so, not even later.
 * `garbage`: answers are other bytes than were sent.
 */
export const FAULTS = ['cut', 'slow', 'hang', 'half-open', 'garbage'] as const;
export type Fault = (typeof FAULTS)[number];

export interface FaultProxy {
  readonly port: number;
  /** The same address, by way of the proxy. */
  through(url: string): string;
  /** From now on, for the connections there are and those to come. */
  begin(fault: Fault): void;
  /** Connections from now on are sound; what the fault did to others stays done. */
  heal(): void;
  connections(): number;
  close(): Promise<void>;
}

const SLOW_MS = 400;

interface Line {
  near: Socket;
  far: Socket;
  /** Lost for good: nothing passes any more. */
  dead: boolean;
  /** What waits for a hanging network. */
  held: (() => void)[];
}

/** Stands between a client and `target` (host and port of any TCP server) and breaks what passes. `random` makes the garbage. */
export async function openFaultProxy(target: { host: string; port: number }, random: () => number = Math.random): Promise<FaultProxy> {
  let fault: Fault | null = null;
  const lines = new Set<Line>();

  const garble = (bytes: Buffer): Buffer => Buffer.from(bytes.map(() => Math.floor(random() * 256)));

  function pass(line: Line, to: Socket, bytes: Buffer, isAnswer: boolean): void {
    if (line.dead) return;
    const write = (what: Buffer): void => void (!line.dead && to.writable && to.write(what));
    if (fault === 'garbage' && isAnswer) write(garble(bytes));
    else if (fault === 'hang') line.held.push(() => write(bytes));
    else if (fault === 'slow') setTimeout(() => (fault === 'hang' ? line.held.push(() => write(bytes)) : write(bytes)), SLOW_MS);
    else write(bytes);
  }

  function end(line: Line): void {
    lines.delete(line);
    line.near.destroy();
    line.far.destroy();
  }

  /** The far side of a half-open connection is gone; the near one hears nothing of it. */
  function lose(line: Line): void {
    line.dead = true;
    line.far.destroy();
  }

  const server = createServer((near) => {
    near.on('error', () => undefined);
    if (fault === 'cut') return void near.resetAndDestroy();
    const far = dial(target);
    far.on('error', () => undefined);
    const line: Line = { near, far, dead: false, held: [] };
    lines.add(line);
    near.on('data', (bytes) => pass(line, far, bytes, false));
    far.on('data', (bytes) => pass(line, near, bytes, true));
    near.on('close', () => end(line));
    far.on('close', () => !line.dead && end(line));
    if (fault === 'half-open') lose(line);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;

  return {
    port,
    through(url) {
      const way = new URL(url);
      way.hostname = '127.0.0.1';
      way.port = String(port);
      return way.href;
    },
    begin(next) {
      fault = next;
      if (fault === 'cut') for (const line of [...lines]) line.near.resetAndDestroy();
      if (fault === 'half-open') for (const line of lines) lose(line);
    },
    heal() {
      fault = null;
      for (const line of lines) for (const write of line.held.splice(0)) write();
    },
    connections: () => lines.size,
    async close() {
      for (const line of [...lines]) end(line);
      await new Promise((done) => server.close(done));
    },
  };
}

/** Host and port a URL means. */
export const targetOf = (url: string, defaultPort: number): { host: string; port: number } => {
  const { hostname, port } = new URL(url);
  return { host: hostname, port: port ? Number(port) : defaultPort };
};
