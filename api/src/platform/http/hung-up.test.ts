import { connect } from 'node:net';
import { expect, test, vi } from 'vitest';
import { createLogger } from '../log/logging.ts';
import { testConfig } from '../testing.ts';
import { createHttp } from './http.ts';

test('a request that took long and whose client hung up leaves a line with its route', async () => {
  const log = createLogger('silent');
  const warn = vi.spyOn(log, 'warn').mockImplementation(() => undefined);
  const app = createHttp(testConfig(), log, () => false);
  app.get('/slow/:id', () => new Promise(() => undefined));
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as { port: number };
  const client = connect(port, '127.0.0.1', () => client.write('GET /slow/1 HTTP/1.1\r\nhost: x\r\n\r\n'));
  await new Promise((resolve) => setTimeout(resolve, 400));
  client.destroy();
  await vi.waitFor(() => expect(warn).toHaveBeenCalledWith(expect.objectContaining({ method: 'GET', route: '/slow/:id', status: 499 }), 'slow request'));
  await app.close();
});
