import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

type Serve = (request: IncomingMessage, response: ServerResponse) => void;

/** Requests of one connection that may wait for the answers before theirs. Browsers and proxies send none ahead of an answer. */
const MOST_WAITING = 16;

/**
 * Serves the requests of one connection one after the other, each in a turn of its own. Node reads ahead and would begin all that one
 * packet holds at once, hundreds of them, before anybody else has a turn. It gives a response its socket when the answer before it is
 * out: not before does its request begin. Who sends more ahead than may wait is cut off.
 */
export function inTurn(serve: Serve): Serve {
  const waiting = new WeakMap<Socket, number>();
  return (request, response) => {
    const { socket } = request;
    if (response.socket) return serve(request, response);
    if (socket.destroyed) return;
    const ahead = waiting.get(socket) ?? 0;
    if (ahead === MOST_WAITING) return void socket.destroy();
    waiting.set(socket, ahead + 1);
    response.once('socket', () => {
      waiting.set(socket, waiting.get(socket)! - 1);
      setImmediate(() => {
        if (!socket.destroyed) serve(request, response);
      });
    });
  };
}

/** What stands in the first line of each request. */
const VERSION = ' HTTP/1.';
/** Bytes that are read before it is looked whether the connection still stands, where a packet may hold many requests. */
const PIECE = 512;

/**
 * A packet may hold thousands of requests, and Node's parser would make objects of them all, also after the connection was cut off. One that
 * holds the first lines of many is given to it in pieces, until then. A body that happens to hold such lines arrives all the same.
 */
export function readInPieces(http: Server): void {
  const reading = new WeakMap<object, (bytes: Buffer) => void>();
  http.on('connection', (socket: Socket) => {
    const [parse] = socket.listeners('data') as ((bytes: Buffer) => void)[];
    if (!parse) return;
    const read = (bytes: Buffer): void => {
      const size = holdsMany(bytes) ? PIECE : bytes.length;
      for (let at = 0; at < bytes.length; at += size) {
        if (at > 0 && !reading.has(socket)) socket.destroy();
        if (socket.destroyed) return;
        if (at > 0 && socket.isPaused()) {
          // Node stopped reading for now: the rest is kept until it goes on.
          socket.unshift(bytes.subarray(at));
          return;
        }
        parse.call(socket, bytes.subarray(at, at + size));
      }
    };
    reading.set(socket, read);
    socket.on('data', read);
    socket.removeListener('data', parse);
  });
  // From here on it speaks another protocol, and others read.
  http.on('upgrade', (_request, socket) => {
    const read = reading.get(socket);
    reading.delete(socket);
    if (read) socket.removeListener('data', read);
  });
}

function holdsMany(bytes: Buffer): boolean {
  let at = -1;
  for (let count = 0; count <= MOST_WAITING; count += 1) {
    at = bytes.indexOf(VERSION, at + 1, 'latin1');
    if (at === -1) return false;
  }
  return true;
}
