import type { FastifyInstance } from 'fastify';
import type { Config } from '../../config.ts';
import { patternOf } from '../http/http.ts';
import type { Limits } from './limits.ts';

const MEDIA = '/media/';
/** What asks whether the node lives, and files whose name holds their hash: a browser keeps them, and they are handed out from disk. */
const UNCOUNTED: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/releases/*', '/fonts/*']);

/**
 * What is no call of the contract has the same ceiling, per address, counted by itself: a browser sends no bearer with a page or a
 * picture, and who loads too many may still sign in. Pictures count apart from pages, as one page shows many. An office behind one
 * address is not held up: each page that is opened asks several calls, so at 3,000 a minute pages are never what runs out first.
 */
export function limitPages({ app, config, limits, isCall }: { app: FastifyInstance; config: Config; limits: Limits; isCall(pattern: string): boolean }): void {
  if (config.RATE_LIMIT === 0) return;
  app.addHook('onRequest', async (request) => {
    const pattern = patternOf(request);
    if (UNCOUNTED.has(pattern) || isCall(pattern)) return;
    await limits.takeFrom(request.ip, pattern.startsWith(MEDIA) ? 'media' : 'pages', { max: config.RATE_LIMIT, perSeconds: 60 });
  });
}
