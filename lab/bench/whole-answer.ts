import { connect } from 'node:net';

/** An answer as it came over the wire. */
export interface WholeAnswer {
  /** Names and values in turn, as written. */
  readonly headers: readonly string[];
  readonly body: Buffer;
  /** The whole, but for the moment in `date`, which no two answers share. */
  readonly bytes: string;
}

/** Asks once over a socket and reads the answer whole, by its content-length. */
export function wholeAnswer(port: number, path: string, headers: Readonly<Record<string, string>>): Promise<WholeAnswer> {
  const lines = Object.entries({ host: `localhost:${port}`, connection: 'keep-alive', ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: 'localhost' });
    const parts: Buffer[] = [];
    socket.on('error', reject);
    socket.on('connect', () => socket.write(`GET ${path} HTTP/1.1\r\n${lines.join('')}\r\n`));
    socket.on('data', (part) => {
      parts.push(part);
      const all = Buffer.concat(parts);
      const end = all.indexOf('\r\n\r\n');
      if (end < 0) return;
      const head = all.toString('latin1', 0, end);
      const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1]);
      if (all.length < end + 4 + length) return;
      socket.destroy();
      const pairs = head
        .split('\r\n')
        .slice(1)
        .flatMap((line) => [line.slice(0, line.indexOf(': ')), line.slice(line.indexOf(': ') + 2)]);
      resolve({ headers: pairs, body: all.subarray(end + 4), bytes: all.toString('latin1').replace(/\r\ndate: [^\r]*/i, '') });
    });
  });
}
