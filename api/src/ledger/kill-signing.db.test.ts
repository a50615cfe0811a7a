import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { openDatabase } from '../platform/database/database.ts';
import type { DatabasePlace } from '../platform/database/database.types.ts';
import { createLogger } from '../platform/log/logging.ts';
import { folderWithTables } from '../platform/testing/tables-folder.testing.ts';
import { databases, freshPlace, testConfig } from '../platform/testing.ts';
import { openLedger } from './index.ts';
import { probe } from './probe.testing.ts';
import { recordTables } from './tables.ts';

/** `KILLS=50` for the measure; a few in every run. */
const KILLS = Number(process.env.KILLS) || 4;
const SCRIPT = fileURLToPath(new URL('./sign-on.testing.ts', import.meta.url));

/** Lets a process sign so many heads and a little more, kills it, and returns the lines it wrote. */
function signSome(heads: number, ms: number, place: DatabasePlace, folder: string): Promise<{ lines: string[]; err: string }> {
  const child = spawn(process.execPath, [SCRIPT, JSON.stringify(place), folder], {
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE },
  });
  let [out, err] = ['', ''];
  let timer: NodeJS.Timeout | undefined;
  child.stdout.on('data', (data) => {
    out += data;
    if (out.split('\n').length > heads + 1) timer ??= setTimeout(() => child.kill('SIGKILL'), ms);
  });
  child.stderr.on('data', (data) => {
    err += data;
  });
  return new Promise((done) =>
    child.on('close', () => {
      clearTimeout(timer);
      done({ lines: out.split('\n').slice(0, -1), err });
    }),
  );
}

test.each(await databases())(
  `killed ${KILLS} times while it signs, the record on %s has no gap and no second head of one size`,
  async (database) => {
    const folder = mkdtempSync(join(tmpdir(), 'vimarsh-kill-'));
    const fresh = database === 'postgres' ? await freshPlace(database) : null;
    const place: DatabasePlace = fresh?.place ?? { kind: 'embedded', directory: await folderWithTables(folder) };
    try {
      /** Heads that were told, by size: what somebody may have kept. */
      const told = new Map<string, string>();
      for (let kill = 1; kill <= KILLS; kill += 1) {
        // Never the same moment of the work; each start checks the record first.
        const { lines, err } = await signSome(kill % 4, (kill * 37) % 90, place, folder);
        expect(err).toBe('');
        expect(lines[0], `the start after kill ${kill - 1}`).toBe('ready');
        for (const line of lines.slice(1)) {
          const [size, root] = line.split(' ') as [string, string];
          expect(told.get(size) ?? root, `the head of ${size} events`).toBe(root);
          told.set(size, root);
        }
      }
      const opened = await openDatabase(place, createLogger('silent'));
      try {
        const db = recordTables(opened.db);
        const ledger = await openLedger({ db: opened.db, config: testConfig({ DATA_DIR: folder, SECRET_KEY: 'one secret of a signer that is killed' }) });
        ledger.register(probe);
        await ledger.audit({ page: 500, pause: async () => undefined });
        const { seq } = await ledger.head();
        const seqs = (await db.selectFrom('call_events').select('seq').orderBy('seq').execute()).map((event) => event.seq);
        expect(seqs).toEqual(Array.from({ length: seq }, (_, at) => at + 1));
        const heads = new Map(
          (await db.selectFrom('log_heads').select(['size', 'note']).execute()).map(({ size, note }) => [String(size), note.split('\n')[2]]),
        );
        for (const [size, root] of told) expect(heads.get(size), `the head of ${size} events that was told`).toBe(root);
        expect(told.size).toBeGreaterThanOrEqual(KILLS);
      } finally {
        await opened.close();
      }
    } finally {
      await fresh?.remove();
      rmSync(folder, { recursive: true, force: true });
    }
  },
  60_000 + KILLS * 60_000,
);
