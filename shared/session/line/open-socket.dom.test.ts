import { io } from 'socket.io-client';
import { expect, test, vi } from 'vitest';
import { createCore } from '../core/core.ts';
import { openSessionStore } from '../core/session-store.ts';
import { KEYS } from '../core/storage.ts';
import { fakeBrowser } from '../testing.ts';
import { createLine } from './line.ts';

vi.mock('socket.io-client', () => ({ io: vi.fn(() => ({ on: vi.fn(), emit: vi.fn(), connect: vi.fn(), disconnect: vi.fn(), io: { on: vi.fn() } })) }));

test('the socket has the bearer token of now in its auth object, and tries again five times after 1 to 5 seconds (S7-RT-01, S7-RT-02, S7-RT-03, S7-RT-O02)', () => {
  const core = createCore(fakeBrowser(), openSessionStore());
  createLine(core, { request: vi.fn() });
  const [options] = vi.mocked(io).mock.calls[0] as unknown as [{ auth: (send: (data: object) => void) => void }];
  expect(options).toMatchObject({ reconnectionAttempts: 5, reconnectionDelay: 1000, reconnectionDelayMax: 5000 });
  for (const token of ['first', 'renewed']) {
    core.store.write(KEYS.token, token);
    const sent: object[] = [];
    options.auth((data) => sent.push(data));
    expect(sent).toEqual([{ token }]);
  }
});
