import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { route } from '@vimarsh/shared/contract/route.ts';
import { count, text } from '@vimarsh/shared/contract/text.ts';
import { sql } from 'kysely';
import { afterAll, describe, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { createLogger } from '../log/logging.ts';
import { createPlatform } from '../platform.create.ts';
import { testConfig } from '../testing.ts';
import { openDatabase } from './database.ts';

const run = (command: string, ...parameters: string[]): boolean => spawnSync(command, parameters).status === 0;
/** A small disk of its own; null where mounting is not permitted, as without root. */
const disk = ((): string | null => {
  const at = mkdtempSync(join(tmpdir(), 'vimarsh-disk-'));
  if (run('mount', '-t', 'tmpfs', '-o', 'size=400m', 'tmpfs', at)) return at;
  console.log('Mounting is not permitted here: how the embedded database meets a full disk is not tested.');
  rmSync(at, { recursive: true });
  return null;
})();
afterAll(() => {
  if (!disk) return;
  run('umount', disk);
  rmSync(disk, { recursive: true });
});

const write = route({
  method: 'POST',
  path: '/test/v1/write',
  summary: 'Write.',
  access: 'open',
  body: z.object({ id: z.number(), note: text(100_000) }),
  data: z.object({ id: z.number() }),
});
const read = route({
  method: 'GET',
  path: '/test/v1/read',
  summary: 'Read.',
  access: 'open',
  query: z.object({ limit: count(100, 1) }),
  data: z.array(z.number()),
});

const NOT_SAVED = 'Nothing can be saved at the moment. What was saved before is safe; try again later.';

const free = (): number => {
  const { bavail, bsize } = statfsSync(disk!);
  return (bavail * bsize) / 1_000_000;
};
const fill = (leave: number): void => writeFileSync(join(disk!, 'filler'), Buffer.alloc(Math.max(0, Math.floor((free() - leave) * 1_000_000))));

describe.runIf(disk)('a disk that fills under the embedded database', () => {
  test('refuses what writes with RETRY, still reads, loses nothing it said was written, and goes on once there is room', { timeout: 300_000 }, async () => {
    const crashed = vi.fn();
    const place = { kind: 'embedded', directory: join(disk!, 'data') } as const;
    const said: string[] = [];
    const log = createLogger('warn', {
      write(line) {
        const { msg } = JSON.parse(line) as { msg: string };
        if (msg.startsWith('the disk')) said.push(msg);
      },
    });
    const database = openDatabase(place, log, { onCrash: crashed });
    const platform = await createPlatform(testConfig({ DATA_DIR: place.directory }), log, { database });
    await sql`create table written (id int primary key, note text not null)`.execute(platform.db);
    platform.on(write, async ({ body }) => {
      await platform.transaction((tx) => sql`insert into written values (${body.id}, ${body.note})`.execute(tx));
      return { id: body.id };
    });
    platform.on(read, async () => (await sql<{ id: number }>`select id from written order by id`.execute(platform.db)).rows.map(({ id }) => id));
    await platform.start();

    const acknowledged: number[] = [];
    let next = 0;
    const note = Array.from({ length: 90_000 }, () => Math.random().toString(36)[2]).join('');
    const ask = async () => {
      const id = ++next;
      const answer = await platform.app.inject({ method: 'POST', url: write.path, payload: { id, note } });
      if (answer.statusCode === 200) acknowledged.push(id);
      const { code, validation } = answer.json() as { code?: string; validation: string };
      return { http: answer.statusCode, code, words: validation };
    };
    const readAll = async () => (await platform.app.inject({ url: read.path })).json().data as number[];

    for (let at = 0; at < 5; at++) expect((await ask()).http).toBe(200);
    fill(90);
    let refused = 0;
    for (let tries = 0; tries < 3000 && refused < 40; tries += 4) {
      const answers = await Promise.all([ask(), ask(), ask(), ask()]);
      for (const answer of answers.filter(({ http }) => http !== 200)) expect(answer).toEqual({ http: 503, code: 'RETRY', words: NOT_SAVED });
      refused += answers.filter(({ http }) => http !== 200).length;
    }
    expect(refused).toBeGreaterThanOrEqual(40);
    expect(acknowledged.length).toBeGreaterThan(20);
    expect(crashed).not.toHaveBeenCalled();
    const unready = await platform.app.inject({ url: '/readyz' });
    expect([unready.statusCode, unready.json().validation]).toEqual([
      503,
      expect.stringMatching(/^Nothing can be saved: only \d+ MB are free on the disk of DATA_DIR, and 48 MB are needed\.$/),
    ]);
    expect(said).toEqual(['the disk is nearly full: until there is room, whatever writes is refused']);
    expect(await readAll()).toEqual(acknowledged.toSorted((a, b) => a - b));

    rmSync(join(disk!, 'filler'));
    await vi.waitFor(async () => expect((await ask()).http).toBe(200), { timeout: 10_000, interval: 200 });
    expect((await platform.app.inject({ url: '/readyz' })).statusCode).toBe(200);
    expect(said.slice(1)).toEqual(['the disk has room again']);
    expect(await readAll()).toEqual(acknowledged.toSorted((a, b) => a - b));
    await platform.close();
    const again = await openDatabase(place, log);
    const { rows } = await again.pool.query('select id from written order by id');
    expect(rows.map(({ id }) => id)).toEqual(acknowledged.toSorted((a, b) => a - b));
    await again.close();
  });
});
