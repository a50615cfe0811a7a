import * as z from 'zod/mini';
import { route } from '../route.ts';
import { id } from '../text.ts';
import { contractFigures, importRow, itemCode, listName, SEGMENTS, stockFigures, watchlist, watchlists } from './types.ts';

const params = z.object({ id });
/** The version the change was made on: WATCHLIST_CHANGED where somebody was first, and then nothing is stored. */
const version = z.number().check(z.minimum(1));
/** Above the largest list: what is too much for a plan is the rule's to say. */
const codes = z.array(itemCode).check(z.maxLength(200, 'At most 200 at once'));

/** Of the caller alone. */
export const readWatchlists = route({
  method: 'GET',
  path: '/watchlist/v1/lists',
  summary: 'The caller’s watchlists of stocks or of option contracts, and what their plan has room for.',
  access: 'session',
  query: z.object({ segment: z.enum(SEGMENTS) }),
  data: watchlists,
});

/**
 * The same name and items again within two minutes are the same list, if nothing has changed it: its first answer got lost.
 * WATCHLIST_NAME where the caller has another of that name, WATCHLIST_MOST where their plan has no room, NOT_ENTITLED where it has no such lists.
 */
export const createWatchlist = route({
  method: 'POST',
  path: '/watchlist/v1/lists',
  summary: 'Make a watchlist, empty or with items.',
  access: 'session',
  body: z.object({ segment: z.enum(SEGMENTS), name: listName, items: z._default(codes, []) }),
  data: watchlist,
});

export const renameWatchlist = route({
  method: 'POST',
  path: '/watchlist/v1/lists/:id/rename',
  summary: 'Rename a watchlist.',
  access: 'session',
  params,
  body: z.object({ name: listName, version }),
  data: watchlist,
});

/** For ordering, removing and taking a removal back: the list holds these afterwards, in this order. `archive` drop: archived contracts go. */
export const setWatchlist = route({
  method: 'POST',
  path: '/watchlist/v1/lists/:id/items',
  summary: 'Give a watchlist its items in an order.',
  access: 'session',
  params,
  body: z.object({ version, items: codes, archive: z._default(z.enum(['keep', 'drop']), 'keep') }),
  data: watchlist,
});

/** At the end. It needs no version: two tabs that add don't contradict each other. What is there already is no failure. */
export const addToWatchlist = route({
  method: 'POST',
  path: '/watchlist/v1/lists/:id/add',
  summary: 'Add to a watchlist.',
  access: 'session',
  params,
  body: z.object({ items: codes }),
  data: watchlist,
});

/** Also a list that is read-only. */
export const deleteWatchlist = route({
  method: 'POST',
  path: '/watchlist/v1/lists/:id/delete',
  summary: 'Delete a watchlist.',
  access: 'session',
  params,
  body: z.object({ version }),
  data: z.object({ id }),
});

/** Multipart with the field `file`. `keep` no: only says what would become of each row. WATCHLIST_FILE where it can’t be read as a list. */
export const importWatchlist = route({
  method: 'POST',
  path: '/watchlist/v1/lists/:id/import',
  summary: 'Add the symbols or contracts of a CSV file to a watchlist, or look what would come in.',
  access: 'session',
  files: ['file'],
  params,
  body: z.object({
    keep: z.enum(['yes', 'no']),
    version: z.pipe(z.string().check(z.regex(/^[1-9]\d{0,8}$/, 'Not a version')), z.transform(Number)),
  }),
  data: z.object({ rows: z.array(importRow), list: watchlist }),
});

export const readStockFigures = route({
  method: 'GET',
  path: '/watchlist/v1/lists/:id/stocks',
  summary: 'Sentiment, open calls, 52-week range and volume of each stock in a watchlist.',
  access: 'session',
  params,
  data: z.array(stockFigures),
});

export const readContractFigures = route({
  method: 'GET',
  path: '/watchlist/v1/lists/:id/contracts',
  summary: 'Premium, open interest, volatility and delta of each option contract in a watchlist.',
  access: 'session',
  params,
  data: z.array(contractFigures),
});
