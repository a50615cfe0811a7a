import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import multipart from '@fastify/multipart';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import type { Logger } from 'pino';
import type { Config } from '../../config.ts';
import { ulid } from '../text/id.ts';
import { proxiesOf } from './address.ts';
import { failure } from './envelope.ts';
import { Fail } from './fail.ts';
import { nameFailure } from './failures.ts';
import { hostOf } from './host.ts';
import { readJson } from './input.ts';
import { answerAs, shortData } from './security-headers.ts';
import { slowRequestLog } from './slow-requests.ts';

const BODY_LIMIT = 256 * 1024;
/** The last two are what browsers call their own reports. */
const JSON_TYPES = ['application/json', 'application/reports+json', 'application/csp-report'];

/** Route pattern for logs and metrics: never the URL, which may hold ids and words of people. */
export const patternOf = (request: FastifyRequest): string => request.routeOptions?.url ?? 'unknown';

/** Sends the envelope of any error and logs what nobody expected. */
export function answerFailure(error: unknown, request: FastifyRequest, reply: FastifyReply, log: Logger): FastifyReply {
  const { fail, surprise } = nameFailure(error);
  // Who hangs up in the middle of a body would fill the log with it.
  const gone = request.raw.readableAborted && (error as { code?: unknown }).code === 'ECONNRESET';
  if (surprise && !gone)
    log.error({ err: error, request_id: request.id, method: request.method, route: patternOf(request), code: fail.code }, 'request failed');
  if (fail.options.retry_after !== undefined) reply.header('retry-after', String(fail.options.retry_after));
  answerAs(reply, 'data').header('cache-control', 'no-store').removeHeader('content-length');
  return reply
    .code(fail.http)
    .type('application/json; charset=utf-8')
    .serializer((body) => body as string)
    .send(JSON.stringify(failure(fail, request.id)));
}

/** Sockets only: clients that offer HTTP/2 or anything else in `Upgrade` get a plain answer, and so do those that name no host. */
const wantsSocket = (request: IncomingMessage): boolean =>
  (request.url ?? '').startsWith('/socket.io/') && request.headers.upgrade?.toLowerCase() === 'websocket' && hostOf(request) !== null;

function decodable(url: string): boolean {
  try {
    return decodeURI(url.split('?')[0]!) !== '';
  } catch {
    return false;
  }
}

const noSchemas = (): never => {
  throw new Error('A route has a schema of Fastify’s own; it needs a contract instead.');
};

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
    // What comes in and goes out is checked by its contract. Fastify's own schemas would be two compilers and a hundred files at each start.
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
    requestTimeout: 30_000,
    keepAliveTimeout: 72_000,
    // Node would refuse a missing host itself, without a code or a header.
    http: { shouldUpgradeCallback: wantsSocket, requireHostHeader: false },
    return503OnClosing: false,
    trustProxy: config.TRUST_PROXY ? proxiesOf(config.TRUST_PROXY) : false,
    // A path that can't be decoded is read as it is written: a visitor gets the page for it, a call is told what it is.
    rewriteUrl: ({ url = '/' }) => (decodable(url) ? url : url.replaceAll('%', '%25')),
    // Parameters too long: they match nothing.
    frameworkErrors: (error, request, reply) => void answerFailure(error, request as never, reply as never, log),
    clientErrorHandler: brokenRequestAnswers(shortData(config)),
  }) as unknown as FastifyInstance;

  app.removeAllContentTypeParsers();
  app.addContentTypeParser(JSON_TYPES, { parseAs: 'buffer' }, async (_request: FastifyRequest, bytes: Buffer) => readJson(bytes));

  // Read only after the caller was admitted, and by routes that take files (form.ts).
  app.register(multipart);

  // Node would refuse any other expectation itself, as it would a missing host; an expectation may be passed over.
  app.server.on('checkExpectation', (request, response) => void app.server.emit('request', request, response));
  /** The replies of what came: a request that is given up has no other way to its own. */
  const replies = new WeakMap<FastifyRequest, FastifyReply>();
  app.addHook('onRequest', async (request, reply) => {
    replies.set(request, reply);
    // `Host` decides whose site this is, also behind a proxy: Fastify would prefer what the proxy, or who came by it, says here.
    delete request.raw.headers['x-forwarded-host'];
    reply.header('x-request-id', request.id);
  });
  app.addHook('onSend', async (_request, reply) => {
    if (isDraining()) reply.header('connection', 'close');
  });
  const noteSlow = slowRequestLog(log);
  const note = (request: FastifyRequest, reply: FastifyReply, status: number): void => {
    // A stream is as long as its page is open.
    if (reply.raw.getHeader('content-type') === 'text/event-stream') return;
    noteSlow({ request_id: request.id, method: request.method, route: patternOf(request), status, ms: reply.elapsedTime });
  };
  app.addHook('onResponse', async (request, reply) => note(request, reply, reply.statusCode));
  // Who hangs up leaves a line all the same: what kept the server busy must not be the one request that is in no log.
  app.addHook('onRequestAbort', async (request) => {
    const reply = replies.get(request);
    if (reply) note(request, reply, HUNG_UP);
  });
  app.setErrorHandler((error, request, reply) => answerFailure(error, request, reply, log));
  return app;
}

/** Status in the log of what nobody waited for. */
const HUNG_UP = 499;

/** What never became a request (broken HTTP, headers too large, too slow) is answered on the bare socket, in the envelope too. */
function brokenRequestAnswers(headers: readonly string[]) {
  const lines = headers.reduce((text, part, at) => text + part + (at % 2 === 0 ? ': ' : '\r\n'), '');
  return (error: Error & { code?: string }, socket: Socket): void => {
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
      `HTTP/1.1 ${line}\r\n${lines}content-type: application/json; charset=utf-8\r\ncache-control: no-store\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
    );
  };
}
