import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Browsers open connections ahead of need. Node takes one that never carried a request for a busy one and waits a minute
 * for it when the server ends; the returned function ends them at once.
 */
export function trackSpareConnections(http: Server): () => void {
  const spare = new Set<Socket>();
  http.on('connection', (socket: Socket) => {
    spare.add(socket);
    socket.once('close', () => spare.delete(socket));
  });
  http.on('request', (request: IncomingMessage) => void spare.delete(request.socket));
  http.on('upgrade', (request: IncomingMessage) => void spare.delete(request.socket));
  return () => {
    for (const socket of spare) socket.destroy();
  };
}
