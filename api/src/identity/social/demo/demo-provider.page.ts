import type { FastifyInstance, FastifyReply } from 'fastify';
import * as z from 'zod/mini';
import { answerAs } from '../../../platform/http/security-headers.ts';
import { Fail } from '../../../platform/platform.ts';
import { html, page } from '../../../platform/text/html.ts';
import { DEMO_ACCOUNTS, DEMO_CLIENT, type DemoProvider } from './demo-provider.ts';

/** Where the demo's identity provider lives, below the main host. */
export const PROVIDER_PATH = '/__google';

interface Parts {
  app: FastifyInstance;
  issuer: string;
  provider: DemoProvider;
  /** Registered addresses; the provider sends nobody anywhere else. */
  mayReturn(redirect_uri: string): boolean;
}

const asked = z.object({
  client_id: z.literal(DEMO_CLIENT),
  redirect_uri: z.string(),
  response_type: z.literal('code'),
  scope: z.string().check(z.regex(/\bopenid\b/)),
  state: z.string().check(z.maxLength(300)),
  nonce: z.string().check(z.minLength(8), z.maxLength(300)),
  code_challenge: z.string().check(z.regex(/^[\w-]{43}$/)),
  code_challenge_method: z.literal('S256'),
});
const answered = z.extend(asked, { account: z._default(z.string(), ''), consent: z.enum(['yes', 'no']) });

/** Discovery, keys, consent page and token endpoint of the demo's provider. Only in the demo. */
export function addDemoProvider({ app, issuer, provider, mayReturn }: Parts): void {
  app.register(async (scope) => {
    scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
      done(null, new URLSearchParams(body as string)),
    );
    scope.get(`${PROVIDER_PATH}/.well-known/openid-configuration`, async () => ({
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/keys`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['ES256'],
      token_endpoint_auth_methods_supported: ['client_secret_post'],
      code_challenge_methods_supported: ['S256'],
      scopes_supported: ['openid', 'email', 'profile'],
    }));
    scope.get(`${PROVIDER_PATH}/keys`, async () => provider.keys);
    scope.post(`${PROVIDER_PATH}/token`, async (request, reply) => {
      const { http, body } = await provider.exchange(formOf(request.body));
      return reply.code(http).header('cache-control', 'no-store').send(body);
    });
    scope.get(`${PROVIDER_PATH}/authorize`, async (request, reply) => consentPage(reply, valid(asked, request.query)));
    scope.post(`${PROVIDER_PATH}/authorize`, async (request, reply) => {
      const { account, consent, ...wanted } = valid(answered, Object.fromEntries(formOf(request.body)));
      const back = new URL(wanted.redirect_uri);
      back.searchParams.set('state', wanted.state);
      if (consent === 'no') back.searchParams.set('error', 'access_denied');
      else if (!DEMO_ACCOUNTS.some(({ sub }) => sub === account)) throw new Fail('BAD_REQUEST');
      else back.searchParams.set('code', provider.issueCode(wanted, account));
      return reply.header('cache-control', 'no-store').redirect(back.href, 303);
    });
  });

  function valid<S extends typeof asked>(schema: S, value: unknown): z.output<S> {
    const read = schema.safeParse(value);
    if (!read.success || !mayReturn((read.data as z.output<typeof asked>).redirect_uri)) throw new Fail('BAD_REQUEST');
    return read.data as z.output<S>;
  }

  function consentPage(reply: FastifyReply, wanted: z.output<typeof asked>) {
    const hidden = Object.entries(wanted).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`);
    const accounts = DEMO_ACCOUNTS.map(
      ({ sub, email, given_name, family_name }, at) =>
        html`<p><label><input type="radio" name="account" value="${sub}"${at === 0 ? html` checked` : ''}> ${given_name} ${family_name} <span>${email}</span></label></p>`,
    );
    const { html: text, style } = page(
      'Choose an account',
      html`<h1>Choose an account</h1><p>The demo’s stand-in for Google. It will tell ${new URL(wanted.redirect_uri).host} your name and e-mail address.</p>
<form method="post" action="${PROVIDER_PATH}/authorize">${hidden}${accounts}<p><button type="submit" name="consent" value="yes">Continue</button> <button type="submit" name="consent" value="no">Cancel</button></p></form>`,
    );
    return answerAs(reply, 'form elsewhere', { style, to: new URL(wanted.redirect_uri).origin })
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(text);
  }
}

const formOf = (body: unknown): URLSearchParams => (body instanceof URLSearchParams ? body : new URLSearchParams());
