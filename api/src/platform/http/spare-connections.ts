import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Browsers open connections ahead of need. Node takes one that never carried a request for a busy one and waits a minute
 * for it when the server ends; `end` ends them at once. `carries` has to be told every request.
 */
export function trackSpareConnections(http: Server): { carries(request: IncomingMessage): void; end(): void } {
  const spare = new Set<Socket>();
  http.on('connection', (socket: Socket) => {
    spare.add(socket);
    socket.once('close', () => spare.delete(socket));
  });
  const carries = ({ socket }: IncomingMessage): void => {
    if (spare.size > 0) spare.delete(socket);
  };
  http.on('upgrade', carries);
  return {
    carries,
    end() {
      for (const socket of spare) socket.destroy();
    },
  };
}
