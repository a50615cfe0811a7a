import { CHANGE_PASSWORD } from '@vimarsh/shared/domain/routing/member-places.ts';
import type { Partners } from '../partners/index.ts';
import type { Platform } from '../platform/platform.ts';

/** SECURITY.md names it, for the demo. */
const DEMO_CONTACT = 'mailto:security@vimarsh.example';
/** RFC 9116 advises less than a year; each day the file is good for half a year more. */
const GOOD_FOR_MS = 180 * 86_400_000;

/** Addresses that strangers' tools know of every site: whom to tell of a weakness (RFC 9116), and where a password is changed. */
export function serveWellKnown({ app, config }: Platform, partners: Pick<Partners, 'byHost' | 'originOf'>): void {
  const contact = config.SECURITY_CONTACT ?? (config.demo ? DEMO_CONTACT : null);
  // An address that nobody reads is worse than none.
  if (contact)
    app.get('/.well-known/security.txt', async (request, reply) => {
      const expires = new Date(Date.now() + GOOD_FOR_MS).toISOString().slice(0, 10);
      const lines = [
        `Contact: ${contact}`,
        `Expires: ${expires}T00:00:00.000Z`,
        'Preferred-Languages: en, hi',
        `Canonical: ${partners.originOf(partners.byHost(request.hostname))}/.well-known/security.txt`,
      ];
      return reply
        .header('cache-control', 'public, max-age=3600')
        .type('text/plain; charset=utf-8')
        .send(`${lines.join('\n')}\n`);
    });
  app.get('/.well-known/change-password', async (_request, reply) => reply.header('cache-control', 'no-store').redirect(CHANGE_PASSWORD, 302));
}
