import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { freePort } from './free-port.testing.ts';

test('a port that another process was given or listens on is given to nobody else, and lies below those of outgoing connections', async () => {
  expect(await freePort()).toBeLessThan(32_768);
  // Where no other test looks for ports.
  const first = await freePort({ first: 12_000, last: 19_990 });
  const range = { first, last: first + 4 };
  const taken = createServer().listen(first + 2);
  await once(taken, 'listening');
  const other = spawn(process.execPath, [
    '--input-type=module',
    '-e',
    `import { freePort } from ${JSON.stringify(import.meta.resolve('./free-port.testing.ts'))};
     console.log(await freePort(${JSON.stringify(range)}));
     setInterval(() => {}, 1000);`,
  ]);
  try {
    const given = Number((await once(other.stdout, 'data'))[0]);
    expect(given).toBe(first + 4);
    await expect(freePort(range)).rejects.toThrow('No port');
  } finally {
    other.kill();
    taken.close();
  }
  await once(other, 'exit');
  expect(await freePort(range)).toBeGreaterThan(first);
});
