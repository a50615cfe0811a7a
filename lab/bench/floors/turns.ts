import { serveOrders } from '../child.ts';
import { type Connection, openConnection, requestOf } from './connection.ts';

/** One request over the connection that is kept open to a port. */
export interface TurnOrder {
  readonly port: number;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
}
export interface TurnAnswer {
  readonly ms: number;
  /** Seconds after which to ask again, where a limit is reached; the time says nothing then. */
  readonly retryAfter?: number;
}

const connections = new Map<number, Connection>();

async function connectionTo(port: number): Promise<Connection> {
  const kept = connections.get(port);
  if (kept?.isOpen()) return kept;
  const opened = await openConnection(port);
  connections.set(port, opened);
  return opened;
}

serveOrders<TurnOrder>(async ({ port, path, headers }) => {
  const { head, ms } = await (await connectionTo(port)).ask(requestOf(port, path, headers));
  if (head.startsWith('HTTP/1.1 200')) return { ms } satisfies TurnAnswer;
  const retryAfter = Number(/\r\nretry-after: (\d+)/i.exec(head)?.[1]);
  if (!head.startsWith('HTTP/1.1 429') || Number.isNaN(retryAfter)) throw new Error(`${path} was answered by ${head.slice(0, 200)}`);
  return { ms, retryAfter } satisfies TurnAnswer;
});
