import {
  addToWatchlist,
  createWatchlist,
  deleteWatchlist,
  importWatchlist,
  readWatchlists,
  renameWatchlist,
  setWatchlist,
} from '@vimarsh/shared/contract/watchlists/routes.ts';
import { MAX_FILE_BYTES } from '@vimarsh/shared/domain/watchlists/csv-records.ts';
import { decodeCsv, readCsv } from '@vimarsh/shared/domain/watchlists/read-csv.ts';
import { Fail, type Platform } from '../platform/platform.ts';
import type { Catalogue } from './catalogue.ts';
import type { Keeper } from './keeper.ts';

/** Ordering by keyboard sends one for every place. */
const WRITES = { max: 300, perSeconds: 60 };
const FILES = { max: 30, perSeconds: 60 };
const STARTER_NAME = 'Large companies';

export function serveWatchlists(platform: Platform, { keeper, catalogue }: { keeper: Keeper; catalogue: Catalogue }): void {
  platform.on(readWatchlists, async ({ query: { segment } }, ctx) => {
    const lists = await keeper.lists(ctx, segment);
    const room = keeper.room(ctx, segment);
    const begin = segment === 'equity' && lists.length === 0 ? catalogue.starter(room.items) : [];
    return { segment, lists, room, starter: begin.length > 0 ? { name: STARTER_NAME, items: begin } : null };
  });

  platform.on(createWatchlist, ({ body }, ctx) => keeper.create(ctx, body), { limit: WRITES });
  platform.on(renameWatchlist, ({ params, body }, ctx) => keeper.rename(ctx, params.id, body), { limit: WRITES });
  platform.on(setWatchlist, ({ params, body }, ctx) => keeper.set(ctx, params.id, body), { limit: WRITES });
  platform.on(addToWatchlist, ({ params, body }, ctx) => keeper.add(ctx, params.id, body.items), { limit: WRITES });
  platform.on(
    deleteWatchlist,
    async ({ params: { id }, body }, ctx) => {
      await keeper.delete(ctx, id, body.version);
      return { id };
    },
    { limit: WRITES },
  );

  platform.on(
    importWatchlist,
    async ({ params: { id }, body: { keep, version } }, ctx) => {
      const { segment } = await keeper.list(ctx, id);
      const rows = rowsOf(ctx.files.file, segment);
      return keeper.import(ctx, id, { version, rows, keep: keep === 'yes' });
    },
    { limit: FILES, fileBytes: MAX_FILE_BYTES },
  );
}

function rowsOf(bytes: Uint8Array | undefined, segment: 'equity' | 'options') {
  const refuse = (problem: string): never => {
    throw new Fail('WATCHLIST_FILE', { validation: `${problem} Nothing was added.` });
  };
  if (!bytes) return refuse('This file is empty.');
  const text = decodeCsv(bytes);
  if (typeof text !== 'string') return refuse(text.problem);
  const rows = readCsv(text, segment);
  return 'problem' in rows ? refuse(rows.problem) : rows;
}
