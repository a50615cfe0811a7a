import { createServer, type Server } from 'node:http';

/** Answers posts of JSON by their path, and 500 with the message of what a handler throws. */
export function openJsonServer(port: number, handle: (path: string, body: never) => Promise<unknown>): Promise<Server> {
  const server = createServer((request, response) => {
    let text = '';
    request.setEncoding('utf8');
    request.on('data', (part: string) => {
      text += part;
    });
    request.on('end', () => {
      handle(request.url!, JSON.parse(text) as never).then(
        (answer) => response.end(JSON.stringify(answer ?? null)),
        (error: unknown) => response.writeHead(500).end(JSON.stringify(String(error))),
      );
    });
    // The caller may have been killed: its answer is for nobody.
    response.on('error', () => {});
  });
  return new Promise((resolve) => server.listen(port, '127.0.0.1', () => resolve(server)));
}

/** Null where nobody answered, or only half. */
export async function postJson<A>(port: number, path: string, body: unknown): Promise<{ readonly answer: A } | null> {
  try {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { method: 'POST', body: JSON.stringify(body), signal: AbortSignal.timeout(10_000) });
    return response.ok ? { answer: (await response.json()) as A } : null;
  } catch {
    return null;
  }
}
