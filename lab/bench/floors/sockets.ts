import { serveOrders } from '../child.ts';
import { type Line, openLine, type Protocol } from './line.ts';

/** Thousands of clients in one process of their own. */
export type SocketsOrder =
  | { readonly kind: 'open'; readonly protocol: Protocol; readonly port: number; readonly lists: readonly (readonly string[])[] }
  | { readonly kind: 'count'; readonly seconds: number }
  | { readonly kind: 'close' };
export interface Counted {
  readonly messages: number;
  readonly bytes: number;
}

/** Sockets that shake hands at the same time. */
const AT_ONCE = 50;
let lines: Line[] = [];
let messages = 0;
let bytes = 0;

serveOrders<SocketsOrder>(async (order) => {
  if (order.kind === 'close') {
    for (const line of lines) line.close();
    lines = [];
    return {};
  }
  if (order.kind === 'count') {
    const before = { messages, bytes };
    await new Promise((resolve) => setTimeout(resolve, order.seconds * 1000));
    return { messages: messages - before.messages, bytes: bytes - before.bytes } satisfies Counted;
  }
  const { protocol, port, lists } = order;
  const onMessage = (text: string): void => {
    messages += 1;
    bytes += text.length;
  };
  for (let at = 0; at < lists.length; at += AT_ONCE)
    lines.push(...(await Promise.all(lists.slice(at, at + AT_ONCE).map((symbols) => openLine(protocol, port, symbols, onMessage)))));
  return { open: lines.length };
});
