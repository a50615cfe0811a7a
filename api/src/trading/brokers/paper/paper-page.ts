import { createHash, randomBytes } from 'node:crypto';
import { formatInr, formatNumber } from '@vimarsh/shared/domain/text/formats.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { readDevice } from '../../../identity/index.ts';
import { answerAs } from '../../../platform/http/security-headers.ts';
import { Fail, type Platform } from '../../../platform/platform.ts';
import { html, page } from '../../../platform/text/html.ts';
import { returnPath } from '../../ways/page-return.ts';
import type { BrokerPages } from '../broker-pages.ts';
import { type PaperBasketRow, paperTables } from './paper.tables.ts';
import type { PaperBroker } from './paper-broker.ts';

/** Where customers of the paper broker confirm their orders. */
export const PAPER_BASKET_PATH = '/__paper/basket';
const DECIDE_PATH = '/__paper/basket/decide';
const LIMIT = { max: 120, perSeconds: 300 };
/** ms of real time after which a page is too old to confirm. */
const OPEN_MS = 15 * 60_000;
const MOST = 10;

const secretWord = z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/));
const opened = z.object({ basket: secretWord });
const decided = z.object({ basket: secretWord, form: secretWord, answer: z.enum(['confirm', 'leave']) });

const hashOf = (word: string): string => createHash('sha256').update(word).digest('base64url');
const newWord = (): string => randomBytes(32).toString('base64url');

type Deps = Pick<Platform, 'app' | 'db' | 'limits'> & { readonly config: Pick<Platform['config'], 'production'> };

/**
 * The paper broker's own page. Its basket is known by a word that was told to its owner alone, and shown to the browser that asked for it alone;
 * a form that is sent holds a word that only the page has shown. It is decided once: nobody confirms the same basket twice.
 */
export function openPaperPages(
  { app, db, limits, config }: Deps,
  broker: PaperBroker,
  /** What keeps a basket from being confirmed now, as its owner reads it; '' where nothing does. */
  stopOf: (basket: Pick<PaperBasketRow, 'broker_id' | 'orders'>) => Promise<string>,
  clock: () => number = Date.now,
): BrokerPages {
  const tables = paperTables(db);
  const own = (basket: string) => tables.selectFrom('paper_baskets').selectAll().where('id_hash', '=', hashOf(basket)).executeTakeFirst();

  async function found(request: FastifyRequest, basket: string): Promise<PaperBasketRow> {
    await limits.takeFrom(request.ip, 'paper page', LIMIT);
    const row = await own(basket);
    const device = readDevice(request.headers.cookie ?? '', config.production)?.hash ?? '';
    if (!row || row.device_hash !== device) throw new Fail('NOT_FOUND');
    return row;
  }

  app.register(async (scope) => {
    scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string', bodyLimit: 4_000 }, (_request, body, done) =>
      done(null, Object.fromEntries(new URLSearchParams(body as string))),
    );
    scope.post(PAPER_BASKET_PATH, async (request, reply) => {
      const { basket } = readForm(opened, request);
      const row = await found(request, basket);
      if (row.state !== 'open' || row.expires_at.getTime() <= clock()) return show(reply, row, null);
      const form = newWord();
      await tables
        .updateTable('paper_baskets')
        .set({ form_hash: hashOf(form) })
        .where('id_hash', '=', row.id_hash)
        .execute();
      return show(reply, row, { basket, form });
    });
    scope.post(DECIDE_PATH, async (request, reply) => {
      const { basket, form, answer } = readForm(decided, request);
      const row = await found(request, basket);
      const stop = answer === 'confirm' && row.state === 'open' ? await stopOf(row) : '';
      const state = answer === 'confirm' && stop === '' ? 'confirmed' : 'left';
      // Of two at once, one decides. Who ends between this and the book has lost the basket: then the book lacks it, and nothing is placed twice.
      const { numUpdatedRows } = await tables
        .updateTable('paper_baskets')
        .set({ state })
        .where('id_hash', '=', row.id_hash)
        .where('form_hash', '=', hashOf(form))
        .where('state', '=', 'open')
        .where('expires_at', '>', new Date(clock()))
        .executeTakeFirst();
      if (numUpdatedRows === 0n) return show(reply, (await own(basket)) ?? row, null);
      if (stop !== '') return show(reply, { ...row, state }, null, `${stop} Nothing was placed.`);
      if (answer === 'confirm') for (const order of row.orders) await broker.confirm({ client_id: row.client_id, token: '' }, order);
      return reply
        .header('cache-control', 'no-store')
        .redirect(returnPath(row.broker_id, { basket: row.basket_id, status: answer === 'confirm' ? 'success' : 'cancelled' }), 303);
    });
  });

  return {
    formTargets: [],
    most: MOST,
    nameOf: (instrument) => instrument,
    async pageOf({ basket_id, broker_id, session, device_hash, orders }) {
      const basket = newWord();
      await tables.deleteFrom('paper_baskets').where('expires_at', '<', new Date(clock())).execute();
      // A page of before that lies in another tab is over: both confirmed would be two orders.
      await tables
        .updateTable('paper_baskets')
        .set({ state: 'left' })
        .where((eb) => eb.and({ basket_id, state: 'open' }))
        .execute();
      await tables
        .insertInto('paper_baskets')
        .values({
          ...{ id_hash: hashOf(basket), client_id: session.client_id, broker_id, basket_id, device_hash, state: 'open', form_hash: '' },
          orders: JSON.stringify(orders) as never,
          expires_at: new Date(clock() + OPEN_MS),
        })
        .execute();
      return { url: PAPER_BASKET_PATH, fields: [{ name: 'basket', value: basket }] };
    },
  };
}

function readForm<S extends z.ZodMiniType>(shape: S, { body, headers }: FastifyRequest): z.output<S> {
  // A browser says where a form was sent from: another site's page has none of ours.
  const from = headers['sec-fetch-site'];
  const read = shape.safeParse(body);
  if (!read.success || (from !== undefined && from !== 'same-origin')) throw new Fail('BAD_REQUEST');
  return read.data as z.output<S>;
}

const OVER = {
  open: 'This page is too old. Go back and ask for it again.',
  confirmed: 'You have confirmed this basket already. Nothing more was placed.',
  left: 'You went back without confirming. Nothing was placed.',
} as const;

function show(
  reply: FastifyReply,
  { orders, state, broker_id, basket_id }: PaperBasketRow,
  words: { readonly basket: string; readonly form: string } | null,
  over: string = OVER[state],
) {
  const lines = orders.map(
    ({ side, quantity, instrument, price, exchange }) =>
      html`<li><b>${side === 'buy' ? 'Buy' : 'Sell'} ${formatNumber(quantity)} ${instrument}</b> ${price === null ? 'at the market' : `at a limit of ${formatInr(price)}`}, ${exchange}</li>`,
  );
  const form = words
    ? html`<form method="post" action="${DECIDE_PATH}"><input type="hidden" name="basket" value="${words.basket}"><input type="hidden" name="form" value="${words.form}">
<p><button type="submit" name="answer" value="confirm">${orders.length === 1 ? 'Confirm the order' : `Confirm ${orders.length} orders`}</button> <button type="submit" name="answer" value="leave">Go back without placing</button></p></form>`
    : html`<p role="status">${over}</p><p><a href="${returnPath(broker_id, { basket: basket_id, status: state === 'confirmed' ? 'success' : 'cancelled' })}">Back to your orders</a></p>`;
  const { html: text, style } = page(
    'The paper broker · confirm',
    html`<h1>The paper broker</h1><p>A broker of the demo, on simulated prices. Nothing real is bought or sold.</p><ul>${lines}</ul>${form}`,
  );
  return answerAs(reply, 'words', { style }).header('cache-control', 'no-store').type('text/html; charset=utf-8').send(text);
}
