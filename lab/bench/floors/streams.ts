import { type ClientRequest, get } from 'node:http';
import { serveOrders } from '../child.ts';

/** Streams of pages that are open and quiet: they only listen. */
export type StreamsOrder =
  | { readonly kind: 'open'; readonly url: string; readonly origin: string; readonly count: number }
  /** Answers how many changes came since the last time. */
  | { readonly kind: 'count' }
  | { readonly kind: 'close' };

const open: ClientRequest[] = [];
let changes = 0;

serveOrders<StreamsOrder>(async (order) => {
  if (order.kind === 'open') await Promise.all(Array.from({ length: order.count }, () => listen(order.url, order.origin)));
  if (order.kind === 'close') for (const each of open.splice(0)) each.destroy();
  const counted = changes;
  changes = 0;
  return { changes: counted };
});

/** Resolves with the stream's first word. */
function listen(url: string, origin: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = get(url, { headers: { origin, accept: 'text/event-stream' }, agent: false }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`a stream answered ${response.statusCode}`));
      response.setEncoding('utf8');
      response.on('data', (text: string) => {
        changes += text.split('\nevent: delta\n').length - 1;
        resolve();
      });
      response.on('error', () => undefined);
    });
    request.on('error', reject);
    open.push(request);
  });
}
