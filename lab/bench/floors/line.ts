import WebSocket from 'ws';

/** One client that watches symbols: of the real server (Socket.IO's protocol, spoken by hand) or of the raw floor. */
export type Protocol = 'socket.io' | 'raw';

export interface Line {
  close(): void;
}

/** So many machines share the work: a server takes some hundreds of strangers' sockets from one address. */
const MACHINES = 50;
let opened = 0;

/** Resolves once the server took the watch list. `onMessage` gets the bytes and, for frames of prices, their JSON text. */
export function openLine(protocol: Protocol, port: number, symbols: readonly string[], onMessage: (text: string) => void): Promise<Line> {
  const path = protocol === 'raw' ? '/' : '/socket.io/?EIO=4&transport=websocket';
  opened += 1;
  const socket = new WebSocket(`ws://127.0.0.1:${port}${path}`, {
    perMessageDeflate: false,
    localAddress: `127.0.0.${1 + (opened % MACHINES)}`,
    headers: { host: `localhost:${port}` },
  });
  return new Promise((resolve, reject) => {
    const line: Line = { close: () => socket.terminate() };
    socket.on('error', reject);
    socket.on('close', () => reject(new Error('a socket was closed')));
    if (protocol === 'raw')
      socket.on('open', () => {
        socket.send(JSON.stringify({ symbols }));
        resolve(line);
      });
    socket.on('message', (data: Buffer) => {
      const text = data.toString();
      if (protocol === 'raw') return onMessage(text);
      if (text === '2') socket.send('3');
      else if (text.startsWith('0')) socket.send('40');
      else if (text.startsWith('40')) socket.send(`420${JSON.stringify(['market:watch', { symbols }])}`);
      else if (text.startsWith('430')) resolve(line);
      else if (text.startsWith('42["market:quotes",')) onMessage(text.slice('42["market:quotes",'.length, -1));
    });
  });
}
