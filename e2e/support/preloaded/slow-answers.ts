import { type IncomingMessage, Server } from 'node:http';

/**
 * Loaded into a story's server when `SLOW_ANSWERS` says at most how many milliseconds late every answer of the API is (pages, scripts
 * and styles are not). `SLOW_ANSWERS=1200 npx playwright test …` finds stories, and screens, that only work while answers are quick.
 */
const longest = Number(process.env.SLOW_ANSWERS);
const emit: (this: Server, event: string, ...args: unknown[]) => boolean = Server.prototype.emit;
Server.prototype.emit = function (this: Server, event: string, ...args: unknown[]): boolean {
  const late = event === 'request' && /^\/(?:[a-z]+\/v1|config)\//.test((args[0] as IncomingMessage).url ?? '');
  if (late) setTimeout(() => emit.call(this, event, ...args), longest * (0.1 + 0.9 * Math.random()));
  return late || emit.call(this, event, ...args);
};
