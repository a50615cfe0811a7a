import { createHash } from 'node:crypto';
import type { Route } from '@vimarsh/shared/contract/route.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../../config.ts';
import { givingWay } from '../../processor/give-way.ts';
import { isKnownTag } from '../negotiation.ts';
import { answerAs } from '../security-headers.ts';
import { docsPage } from './docs.page.ts';
import { openApi } from './openapi.ts';

/** `/openapi.json` (OpenAPI 3.1) and `/docs`, both made of the registered contracts. What only admins may call is nobody else's to read about. */
export function addApiPages(app: FastifyInstance, routes: () => readonly Route[], config: Config): void {
  let made: Promise<ApiPages> | null = null;
  /** Made once, when it is first asked for, in pieces between which others are served. */
  const pages = (): Promise<ApiPages> => {
    made ??= makePages(routes().filter(({ access }) => access !== 'admin' && access !== 'demoAdmin' && (access !== 'demo' || config.demo)));
    return made;
  };
  app.get('/openapi.json', async (request, reply) => {
    const { json } = await pages();
    return sendReady(request, reply.type('application/json; charset=utf-8'), json);
  });
  app.get('/docs', async (request, reply) => {
    const { html, style } = (await pages()).page;
    return sendReady(request, answerAs(reply, 'words', { style }).type('text/html; charset=utf-8'), html);
  });
}

/** Bytes that are the same for everybody, with their tag. Encoding half a megabyte anew for each request would take milliseconds. */
interface Ready {
  readonly bytes: Buffer;
  readonly tag: string;
}

function ready(text: string): Ready {
  const bytes = Buffer.from(text);
  return { bytes, tag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 16)}"` };
}

function sendReady(request: FastifyRequest, reply: FastifyReply, { bytes, tag }: Ready): FastifyReply {
  reply.headers({ 'cache-control': 'no-cache', etag: tag });
  return isKnownTag(request.headers['if-none-match'], tag) ? reply.code(304).send() : reply.send(bytes);
}

interface ApiPages {
  readonly json: Ready;
  readonly page: { readonly html: Ready; readonly style: string };
}

async function makePages(routes: readonly Route[]): Promise<ApiPages> {
  const pause = givingWay();
  const document = await openApi(routes, pause);
  const json = ready(JSON.stringify(document));
  await pause();
  const { html, style } = docsPage(document);
  return { json, page: { html: ready(html), style } };
}
