import type { FastifyInstance } from 'fastify';
import type { Config } from '../../config.ts';
import { patternOf } from '../http/http.ts';
import type { Limits } from './limits.ts';

const MEDIA = '/media/';

/**
 * Pictures, logos and documents are no calls of the contract, so its ceiling does not count them. They have the same one,
 * per address, counted by itself: a browser sends no bearer with a picture, and who loads too many may still sign in.
 */
export function limitMedia({ app, config, limits }: { app: FastifyInstance; config: Config; limits: Limits }): void {
  if (config.RATE_LIMIT === 0) return;
  app.addHook('onRequest', async (request) => {
    if (patternOf(request).startsWith(MEDIA)) await limits.takeFrom(request.ip, 'media', { max: config.RATE_LIMIT, perSeconds: 60 });
  });
}
