import { RETURNS_PATH } from '@vimarsh/shared/contract/trading/routes.ts';
import { TRADING } from '@vimarsh/shared/domain/routing/member-places.ts';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';

/** Where a broker's page sends its customer back to. */
export const returnPath = (broker_id: number, query: Readonly<Record<string, string>>): string => `${RETURNS_PATH}/${broker_id}?${new URLSearchParams(query)}`;

const said = z.object({
  basket: z.catch(z.string().check(z.regex(/^[A-Za-z0-9_-]{1,64}$/)), ''),
  status: z.catch(z.string().check(z.maxLength(40)), ''),
});

const LEFT = new Set(['cancelled', 'canceled', 'cancel', 'failed', 'failure']);

/**
 * The way back from a broker's page to the list of orders. What stands in the address is a hint for the screen and nothing else: anybody can
 * write it, so it moves no order. The screen has the broker's book read, and that decides.
 */
export function serveReturns(app: FastifyInstance): void {
  app.get(`${RETURNS_PATH}/:broker`, async (request, reply) => {
    const { basket, status } = said.parse(request.query);
    const query = new URLSearchParams({ back: LEFT.has(status.toLowerCase()) ? 'left' : 'done', ...(basket && { basket }) });
    return reply.header('cache-control', 'no-store').redirect(`${TRADING}/orders?${query}`, 303);
  });
}
