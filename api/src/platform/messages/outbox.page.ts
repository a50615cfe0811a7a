import type { FastifyInstance } from 'fastify';
import type { Config } from '../../config.ts';
import { Fail } from '../http/fail.ts';
import { answerAs } from '../http/security-headers.ts';
import type { Database } from '../platform.ts';
import { html, page } from '../text/html.ts';
import type { Outbox } from './outbox.ts';

/** What the demo would have sent: `/__outbox` for people, `/__outbox.json?to=` for tests. Neither exists in production. */
export function addOutboxPage(app: FastifyInstance, config: Config, outbox: Outbox, db: Database): void {
  const visible = config.demo && !config.production;
  const messages = (query: unknown) => {
    if (!visible) throw new Fail('NOT_FOUND');
    const { to } = query as { to?: unknown };
    return outbox.list(db, typeof to === 'string' ? to.replaceAll('\u0000', '') : undefined);
  };
  app.get('/__outbox.json', async (request, reply) => {
    const found = await messages(request.query);
    return reply.header('cache-control', 'no-store').send({ status: true, validation: '', redirect: '', data: found });
  });
  app.get('/__outbox', async (request, reply) => {
    const rows = (await messages(request.query)).map(
      ({ sent_at, channel, to, subject, text }) =>
        html`<tr><td><time datetime="${sent_at}">${sent_at.slice(0, 19).replace('T', ' ')} UTC</time></td><td>${channel}</td><td>${to}</td><td>${subject ? html`<b>${subject}</b><br>` : ''}${text}</td></tr>`,
    );
    const table = html`<div class="wide" tabindex="0"><table><thead><tr><th>Sent</th><th>By</th><th>To</th><th>Message</th></tr></thead><tbody>${rows}</tbody></table></div>`;
    const { html: text, style } = page(
      'Outbox',
      html`<h1>Outbox</h1><p>Messages of this demo. Mails and texts stay on this machine; push messages go to the browsers that asked for them. Reload to see new ones.</p>${rows.length > 0 ? table : html`<p>Nothing was sent yet.</p>`}`,
    );
    return answerAs(reply, 'words', { style }).header('cache-control', 'no-store').type('text/html; charset=utf-8').send(text);
  });
}
