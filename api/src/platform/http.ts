import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { failure } from './envelope.ts';
import { Fail } from './fail.ts';
import { nameFailure } from './failures.ts';
import { ulid } from './id.ts';
import { readJson } from './input.ts';
import { slowRequestLog } from './slow-requests.ts';

const BODY_LIMIT = 256 * 1024;
/** The last two are what browsers call their own reports. */
const JSON_TYPES = ['application/json', 'application/reports+json', 'application/csp-report'];

/** Route pattern for logs and metrics: never the URL, which may hold ids and words of people. */
export const patternOf = (request: FastifyRequest): string => request.routeOptions?.url ?? 'unknown';

/** Sends the envelope of any error and logs what nobody expected. */
export function answerFailure(error: unknown, request: FastifyRequest, reply: FastifyReply, log: Logger): FastifyReply {
  const { fail, surprise } = nameFailure(error);
  if (surprise) log.error({ err: error, request_id: request.id, method: request.method, route: patternOf(request), code: fail.code }, 'request failed');
  if (fail.options.retry_after !== undefined) reply.header('retry-after', String(fail.options.retry_after));
  reply.header('cache-control', 'no-store').removeHeader('content-length');
  return reply
    .code(fail.http)
    .type('application/json; charset=utf-8')
    .serializer((body) => body as string)
    .send(JSON.stringify(failure(fail, request.id)));
}

/** The HTTP server: body parsing, request ids, errors in the envelope. Routes, headers and limits are added by their own files. */
export function createHttp(config: Config, log: Logger, isDraining: () => boolean): FastifyInstance {
  const app = fastify({
    loggerInstance: log as never,
    logController: new LogController({ disableRequestLogging: true }),
    // A logger for each request is a fifth of all memory a request takes: its list of personal names is read anew. Lines name
    // their request themselves.
    childLoggerFactory: (logger) => logger,
    genReqId: () => ulid(),
    requestIdHeader: false,
    bodyLimit: BODY_LIMIT,
    requestTimeout: 30_000,
    keepAliveTimeout: 72_000,
    return503OnClosing: false,
    trustProxy: config.TRUST_PROXY ? config.TRUST_PROXY.split(',').map((part) => part.trim()) : false,
    // URLs that can't be decoded, or parameters too long: they match nothing.
    frameworkErrors: (error, request, reply) => void answerFailure(error, request as never, reply as never, log),
    clientErrorHandler: answerBrokenRequest,
  }) as unknown as FastifyInstance;

  app.removeAllContentTypeParsers();
  app.addContentTypeParser(JSON_TYPES, { parseAs: 'buffer' }, async (_request: FastifyRequest, bytes: Buffer) => readJson(bytes));

  // Read only after the caller was admitted, and by routes that take files (form.ts).
  app.addContentTypeParser('multipart/form-data', { parseAs: 'buffer' }, async (_request: FastifyRequest, bytes: Buffer) => bytes);

  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
  });
  app.addHook('onSend', async (_request, reply) => {
    if (isDraining()) reply.header('connection', 'close');
  });
  const noteSlow = slowRequestLog(log);
  app.addHook('onResponse', async (request, reply) => {
    // A stream is as long as its page is open.
    if (reply.raw.getHeader('content-type') === 'text/event-stream') return;
    noteSlow({ request_id: request.id, method: request.method, route: patternOf(request), status: reply.statusCode, ms: reply.elapsedTime });
  });
  app.setErrorHandler((error, request, reply) => answerFailure(error, request, reply, log));
  return app;
}

/** What never became a request (broken HTTP, headers too large, too slow) is answered on the bare socket, in the envelope too. */
function answerBrokenRequest(error: Error & { code?: string }, socket: import('node:net').Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) {
    socket.destroy();
    return;
  }
  const [line, fail] =
    error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
      ? ['408 Request Timeout', new Fail('BAD_REQUEST', { validation: 'The request took too long to arrive. Try again.' })]
      : error.code === 'HPE_HEADER_OVERFLOW'
        ? ['431 Request Header Fields Too Large', new Fail('TOO_LARGE')]
        : ['400 Bad Request', new Fail('BAD_REQUEST', { validation: 'The request could not be read.' })];
  const body = JSON.stringify(failure(fail as Fail, ulid()));
  socket.end(
    `HTTP/1.1 ${line}\r\ncontent-type: application/json; charset=utf-8\r\ncache-control: no-store\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  );
}
