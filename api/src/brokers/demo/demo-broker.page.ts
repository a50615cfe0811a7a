import type { FastifyInstance, FastifyReply } from 'fastify';
import * as z from 'zod/mini';
import { answerAs } from '../../platform/http/security-headers.ts';
import { Fail, type Limits } from '../../platform/platform.ts';
import { html, page } from '../../platform/text/html.ts';
import { DEMO_CUSTOMERS, type DemoBroker } from './demo-broker.ts';

/** Where the demo's brokers let their customers sign in: `/__broker/{id}/login`. */
export const demoLoginPath = (broker_id: number): string => `/__broker/${broker_id}/login`;

interface Parts {
  app: FastifyInstance;
  limits: Limits;
  demo: DemoBroker;
  /** Null for an id nobody has. `returns`: the addresses registered for it; the page sends nobody anywhere else. */
  brokerOf(id: number): { id: number; title: string; partner_key: string; hands: 'code' | 'handover'; returns: readonly string[] } | null;
}

const way = z.object({ return_to: z._default(z.string(), ''), state: z._default(z.string().check(z.maxLength(200)), '') });
const filled = z.extend(way, { client_id: z.string().check(z.maxLength(40)), password: z.string().check(z.maxLength(128)) });

/** A small login page in a broker's name, on which the redirect really happens. Only in the demo. */
export function addDemoBrokerPage({ app, limits, demo, brokerOf }: Parts): void {
  const find = (params: unknown, return_to: string) => {
    const broker = brokerOf(Number((params as { id: string }).id));
    if (!broker?.returns.includes(return_to)) throw new Fail('NOT_FOUND');
    return broker;
  };
  const back = (return_to: string, values: Record<string, string>): string => {
    const address = new URL(return_to);
    for (const [key, value] of Object.entries(values)) if (value) address.searchParams.set(key, value);
    return address.href;
  };
  const show = (reply: FastifyReply, broker: { id: number; title: string }, { return_to, state }: z.output<typeof way>, wrong = '') => {
    const cancel = back(return_to, { error: 'cancelled', brokerId: String(broker.id), state });
    const { html: text, style } = page(
      `${broker.title} · sign in`,
      html`<h1>${broker.title}</h1><p>A broker of the demo. Client ID ${DEMO_CUSTOMERS.map(({ client_id }) => client_id).join(' or ')}, the password of all demo accounts.</p>
${wrong ? html`<p role="alert"><b>${wrong}</b></p>` : ''}
<form method="post" action="${demoLoginPath(broker.id)}"><input type="hidden" name="return_to" value="${return_to}"><input type="hidden" name="state" value="${state}">
<p><label>Client ID<br><input name="client_id" autocomplete="username" required maxlength="40" autofocus></label></p>
<p><label>Password<br><input name="password" type="password" autocomplete="current-password" required maxlength="128"></label></p>
<p><button type="submit">Sign in and continue to Vimarsh</button> <a href="${cancel}">Cancel</a></p></form>`,
    );
    return answerAs(reply, 'form elsewhere', { style, to: new URL(return_to).origin })
      .code(wrong ? 401 : 200)
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(text);
  };

  app.register(async (scope) => {
    scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
      done(null, Object.fromEntries(new URLSearchParams(body as string))),
    );
    scope.get('/__broker/:id/login', async (request, reply) => {
      const asked = parse(way, request.query);
      return show(reply, find(request.params, asked.return_to), asked);
    });
    scope.post('/__broker/:id/login', async (request, reply) => {
      const { return_to, state, client_id, password } = parse(filled, request.body);
      const broker = find(request.params, return_to);
      await limits.takeFrom(request.ip, 'demo-broker', { max: 120, perSeconds: 300 });
      const customer = demo.check(client_id, password);
      if (!customer) return show(reply, broker, { return_to, state }, 'The client ID or password is not right.');
      const handed: Record<string, string> =
        broker.hands === 'code'
          ? { code: demo.issueCode(broker.id, customer.client_id) }
          : { secure_token: await demo.issueHandover(broker, customer.client_id) };
      return reply.header('cache-control', 'no-store').redirect(back(return_to, { ...handed, brokerId: String(broker.id), state }), 303);
    });
  });
}

function parse<S extends z.ZodMiniType>(schema: S, value: unknown): z.output<S> {
  const read = schema.safeParse(value);
  if (!read.success) throw new Fail('BAD_REQUEST');
  return read.data as z.output<S>;
}
