import type { Route } from '@vimarsh/shared/contract/route.ts';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../../../config.ts';
import { givingWay } from '../../processor/give-way.ts';
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
  app.get('/openapi.json', async (_request, reply) => {
    const { json } = await pages();
    return reply.header('cache-control', 'no-cache').type('application/json; charset=utf-8').send(json);
  });
  app.get('/docs', async (_request, reply) => {
    const { html, style } = (await pages()).page;
    return answerAs(reply, 'words', { style }).header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(html);
  });
}

interface ApiPages {
  readonly json: string;
  readonly page: { readonly html: string; readonly style: string };
}

async function makePages(routes: readonly Route[]): Promise<ApiPages> {
  const pause = givingWay();
  const document = await openApi(routes, pause);
  const json = JSON.stringify(document);
  await pause();
  return { json, page: docsPage(document) };
}
