import { connect } from 'node:net';

/** An HTTP connection that is kept open and asked one request after the other. */
export interface Connection {
  /** Answers with the head and how long the whole answer took, ms. */
  ask(request: Buffer): Promise<{ head: string; ms: number }>;
  /** False once the server has closed it, as it does with one that is quiet for long. */
  isOpen(): boolean;
  close(): void;
}

const HEAD_END = Buffer.from('\r\n\r\n');

/** A GET as it goes over the wire. */
export const requestOf = (port: number, path: string, headers: Readonly<Record<string, string>>): Buffer => {
  const lines = Object.entries({ host: `localhost:${port}`, connection: 'keep-alive', ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`GET ${path} HTTP/1.1\r\n${lines.join('')}\r\n`);
};

/** Written on a bare socket, because an HTTP client costs several times what the server under test does and would be measured instead. */
export function openConnection(port: number): Promise<Connection> {
  const socket = connect({ port, host: 'localhost', noDelay: true });
  let sent = 0;
  let rest: Buffer = Buffer.alloc(0);
  let waiting: { resolve(answer: { head: string; ms: number }): void; reject(error: Error): void } | undefined;
  return new Promise((resolve, reject) => {
    const fail = (error: Error): void => (waiting ? waiting.reject(error) : reject(error));
    socket.on('error', fail);
    socket.on('close', () => fail(new Error('the server closed a connection')));
    socket.on('data', (chunk) => {
      rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
      const end = rest.indexOf(HEAD_END);
      if (end < 0) return;
      const head = rest.toString('latin1', 0, end);
      const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1]);
      if (Number.isNaN(length)) {
        socket.destroy(new Error(`an answer without a length: ${head.slice(0, 200)}`));
        return;
      }
      if (rest.length < end + 4 + length) return;
      rest = Buffer.alloc(0);
      waiting?.resolve({ head, ms: performance.now() - sent });
    });
    socket.on('connect', () =>
      resolve({
        ask: (request) =>
          new Promise((answered, failed) => {
            waiting = { resolve: answered, reject: failed };
            sent = performance.now();
            socket.write(request);
          }),
        isOpen: () => !socket.closed && socket.writable,
        close: () => socket.destroy(),
      }),
    );
  });
}
