import { type IncomingHttpHeaders, request as send } from 'node:http';
import { connect } from 'node:net';

/* HTTP as an attacker speaks it: any path as it is written, any Host, any sender among the addresses of this machine. */

export interface Asked {
  method?: string;
  path: string;
  headers?: Record<string, string | string[]>;
  body?: string | Buffer;
  /** Loopback address it comes from; limits count by it. */
  from?: string;
  /** Only the head is waited for: a stream never ends. */
  headOnly?: boolean;
}
export interface Answered {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
  bytes: Buffer;
  ms: number;
}

const LONGEST_MS = 60_000;

/** One request on a connection of its own. Fails when nothing is answered. */
export function ask(base: string, { method = 'GET', path, headers = {}, body, from, headOnly }: Asked): Promise<Answered> {
  const { hostname, port } = new URL(base);
  const begun = performance.now();
  return new Promise((resolve, reject) => {
    const options = {
      host: hostname.replace(/^\[|\]$/g, ''),
      port,
      method,
      path,
      headers: { host: 'localhost', ...headers },
      agent: false as const,
      ...(from && { localAddress: from }),
    };
    const request = send(options, (response) => {
      const parts: Buffer[] = [];
      const end = () => {
        const bytes = Buffer.concat(parts);
        resolve({ status: response.statusCode ?? 0, headers: response.headers, bytes, body: bytes.toString(), ms: performance.now() - begun });
      };
      if (headOnly) {
        end();
        request.destroy();
        return;
      }
      response.on('data', (part: Buffer) => void parts.push(part));
      response.on('end', end);
      response.on('error', reject);
    });
    request.setTimeout(LONGEST_MS, () => request.destroy(new Error(`No answer to ${method} ${path.slice(0, 80)}`)));
    request.on('error', reject);
    request.end(body);
  });
}

/** Bytes as they are, and whatever comes back until the other side closes or `ms` are over. */
export function raw(base: string, bytes: string | Buffer, ms = 3000): Promise<string> {
  const { hostname, port } = new URL(base);
  return new Promise((resolve) => {
    let answer = '';
    const socket = connect(Number(port), hostname.replace(/^\[|\]$/g, ''), () => socket.write(bytes));
    const end = () => {
      clearTimeout(timer);
      socket.destroy();
      resolve(answer);
    };
    const timer = setTimeout(end, ms);
    socket.on('data', (part) => {
      answer += part.toString('latin1');
    });
    socket.on('error', end);
    socket.on('close', end);
  });
}
