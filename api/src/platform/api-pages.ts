import type { Route } from '@vimarsh/shared/contract/route.ts';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import { docsPage } from './docs.page.ts';
import { type OpenApi, openApi } from './openapi.ts';
import { answerAs } from './security-headers.ts';

/** `/openapi.json` (OpenAPI 3.1) and `/docs`, both made of the registered contracts. What only admins may call is nobody else's to read about. */
export function addApiPages(app: FastifyInstance, routes: () => readonly Route[], config: Config): void {
  let made: { document: OpenApi; json: string; page: { html: string; style: string } } | null = null;
  const make = () => {
    if (!made) {
      const document = openApi(routes().filter(({ access }) => access !== 'admin' && access !== 'demoAdmin' && (access !== 'demo' || config.demo)));
      made = { document, json: JSON.stringify(document), page: docsPage(document) };
    }
    return made;
  };
  app.get('/openapi.json', async (_request, reply) => reply.header('cache-control', 'no-cache').type('application/json; charset=utf-8').send(make().json));
  app.get('/docs', async (_request, reply) => {
    const { html, style } = make().page;
    return answerAs(reply, 'words', { style }).header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(html);
  });
}
