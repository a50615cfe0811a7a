import { ERRORS } from '@vimarsh/shared/contract/errors.ts';
import { type Html, html, page } from '../../text/html.ts';
import { sketch } from './json-sketch.ts';
import type { JsonSchema, OpenApi, Operation } from './openapi.ts';

const ACCESS: Readonly<Record<Operation['x-access'], string>> = {
  open: 'Anyone; a bearer is read when sent',
  session: 'Signed-in users',
  expert: 'Experts',
  admin: 'Administrators',
  demo: 'Anyone, in the demo only',
  demoAdmin: 'Administrators, in the demo only',
};

const ENVELOPE = `{
  status: boolean,         // false: a failure, and data is null
  validation: string,      // the sentence for the user
  redirect: string,        // not empty: the session ended; go there
  data: …,
  code?: string,           // of a failure, see Errors
  problems?: [{ path, message }],
  retry_after?: number,    // seconds
  request_id?: string
}`;
const anchor = (text: string): string => text.replace(/[^a-zA-Z0-9]+/g, '-');
const schemaOf = (content: { 'application/json': { schema: JsonSchema } } | undefined): JsonSchema => content?.['application/json'].schema ?? {};
/** The shape of `data` in a good answer; that it is null in a failure is said once, with the envelope. */
const dataOf = (operation: Operation): JsonSchema => {
  const { data } = schemaOf(operation.responses['200']?.content).properties as { data: JsonSchema & { anyOf?: JsonSchema[] } };
  return data.anyOf?.[0] ?? data;
};

function inputs(operation: Operation): Html {
  const rows = operation.parameters.map(
    ({ name, in: place, required, schema, description = '' }) =>
      html`<tr><td><code>${name}</code></td><td>${place}${required ? '' : ', optional'}</td><td><code>${sketch(schema)}</code> ${description}</td></tr>`,
  );
  const parameters =
    rows.length > 0
      ? html`<h3>Parameters</h3><div class="wide"><table><thead><tr><th>Name</th><th>Where</th><th>Value</th></tr></thead><tbody>${rows}</tbody></table></div>`
      : '';
  const body = operation.requestBody ? html`<h3>Body</h3><pre tabindex="0">${sketch(schemaOf(operation.requestBody.content))}</pre>` : '';
  return html`${parameters}${body}`;
}

function entry(path: string, method: string, operation: Operation): Html {
  return html`<details id="${operation.operationId}"><summary><b>${method.toUpperCase()}</b> <code>${path}</code> <span>${operation.summary}</span></summary><div class="in"><h3>Who</h3>${ACCESS[operation['x-access']]}${inputs(operation)}<h3>Answer, in <code>data</code></h3><pre tabindex="0">${sketch(dataOf(operation))}</pre></div></details>`;
}

/** The API as a page to read: grouped by resource, every route with who may call it, what it takes and what it answers. */
export function docsPage(document: OpenApi): { html: string; style: string } {
  const all = Object.entries(document.paths).flatMap(([path, methods]) => Object.entries(methods).map(([method, operation]) => ({ path, method, operation })));
  const groups = document.tags.map(({ name }) => {
    const entries = all.filter(({ operation }) => operation.tags[0] === name);
    return html`<section><h2 id="${anchor(name)}">/${name}</h2>${entries.map(({ path, method, operation }) => entry(path, method, operation))}</section>`;
  });
  const errors = Object.entries(ERRORS).map(
    ([code, { http, user, engineer }]) => html`<tr><td><code>${code}</code></td><td>${http}</td><td>${user}</td><td>${engineer}</td></tr>`,
  );
  return page(
    document.info.title,
    html`<h1>${document.info.title}</h1><p>${document.info.description} The same as <a href="/openapi.json">OpenAPI 3.1</a>.</p>
<nav aria-label="Resources">${document.tags.map(({ name }) => html`<a href="#${anchor(name)}">/${name}</a> `)}<a href="#errors">Errors</a></nav>
<h2 id="envelope">The envelope</h2><pre tabindex="0">${ENVELOPE}</pre>
${groups}
<section><h2 id="errors">Errors</h2><div class="wide" tabindex="0"><table><thead><tr><th>Code</th><th>HTTP</th><th>For the user</th><th>For the engineer</th></tr></thead><tbody>${errors}</tbody></table></div></section>`,
  );
}
