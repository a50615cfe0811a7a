import { afterEach, expect, test, vi } from 'vitest';
import { withPlatform } from '../testing.ts';

afterEach(() => void vi.useRealTimers());

test('a clock that is wrong is in the log once when the server starts, and once when it is right again, whoever asks /readyz', async () => {
  const lines: { level: string; msg: string }[] = [];
  const clockLines = () => lines.filter(({ msg }) => msg.startsWith('The clock of this server')).map(({ level, msg }) => `${level} ${msg}`);
  await withPlatform({ database: 'pglite', log: { write: (line) => void lines.push(JSON.parse(line)) } }, async (platform) => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 1_800_000 });
    await platform.start();
    const wrong = expect.stringMatching(/^warn The clock of this server is 1[78]\d\d s ahead of its database’s: /);
    expect(clockLines()).toEqual([wrong]);
    for (let times = 0; times < 2; times += 1) expect((await platform.app.inject('/readyz')).json().remarks).toHaveLength(1);
    expect(clockLines()).toEqual([wrong]);
    vi.useRealTimers();
    for (let times = 0; times < 2; times += 1) expect((await platform.app.inject('/readyz')).json().remarks).toBeUndefined();
    const right = 'info The clock of this server is right again.';
    expect(clockLines()).toEqual([wrong, right]);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 1_800_000 });
    await platform.app.inject('/readyz');
    expect(clockLines()).toEqual([wrong, right, expect.stringMatching(/^warn .* behind /)]);
  });
});
