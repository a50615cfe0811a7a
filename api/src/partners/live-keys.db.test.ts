import { sql } from 'kysely';
import { describe, expect, test, vi } from 'vitest';
import { featureDatabase, withPlatform } from '../platform/testing.ts';
import { KEYS_READ_MS } from './access-keys.ts';
import { createPartners } from './create-partners.ts';
import { KeyRefusal, listLiveKeys, makeLiveKey, type NewKey, revokeLiveKey, rotateLiveKey } from './live-keys.ts';
import type { PartnersDb } from './partner.store.ts';

const SITE: NewKey = { partner_key: 'neem', name: 'Neem web site', origins: ['https://www.neem.example'], widgets: ['equity-insights'], by: 'Asha' };
const NOW = new Date('2026-12-01T04:00:00Z');
const HOUR = 3_600_000;

describe.each(await featureDatabase())('live keys on %s', (database) => {
  test('a key that is made, rotated and revoked beside running servers counts there within five seconds, and the audit log names who did it', async () => {
    expect(KEYS_READ_MS).toBeLessThan(5000);
    await withPlatform({ database, settings: { DEMO: 'on' } }, async (platform) => {
      const partners = await createPartners(platform, { everyMs: 20 });
      await platform.start();
      const db: PartnersDb = platform.db;
      const made = await makeLiveKey(db, SITE, NOW);
      expect(made.key).toMatch(/^pk_live_neem_[0-9a-f]{20}$/);
      const seen = (key: string) => partners.accessKey(key);
      await vi.waitFor(() => expect(seen(made.key)).toMatchObject({ origins: SITE.origins, widgets: SITE.widgets, status: 'active', expires_at: null }));
      expect(seen(made.key)).not.toHaveProperty('entered_by');

      const rotated = await rotateLiveKey(db, { key: made.key, overlapHours: 48, by: 'Ravi' }, NOW);
      await vi.waitFor(() => expect(seen(made.key)!.expires_at).toBe(new Date(NOW.getTime() + 48 * HOUR).toISOString()));
      expect(seen(rotated.made.key)).toMatchObject({ origins: SITE.origins, widgets: SITE.widgets, status: 'active', expires_at: null });
      // A second rotation never lets the old one live longer.
      const again = await rotateLiveKey(db, { key: made.key, overlapHours: 336, by: 'Ravi' }, NOW);
      expect(again.ends.getTime()).toBe(NOW.getTime() + 48 * HOUR);

      for (const _ of [1, 2]) await revokeLiveKey(db, { key: rotated.made.key, by: 'Asha' }, NOW);
      await vi.waitFor(() => expect(seen(rotated.made.key)!.status).toBe('revoked'));
      const rows = await listLiveKeys(db, 'neem');
      expect(rows.find(({ key }) => key === rotated.made.key)).toMatchObject({
        name: 'Neem web site',
        entered_by: 'Ravi',
        replaces: made.key,
        revoked_at: NOW,
      });

      const { rows: log } = await sql<{ actor: string; action: string; object: string }>`
        select actor, action, object from audit_log where action like 'access-key.%' order by at, id`.execute(db);
      expect(log).toEqual([
        { actor: 'Asha', action: 'access-key.make', object: made.key },
        { actor: 'Ravi', action: 'access-key.make', object: rotated.made.key },
        { actor: 'Ravi', action: 'access-key.rotate', object: made.key },
        { actor: 'Ravi', action: 'access-key.make', object: again.made.key },
        { actor: 'Ravi', action: 'access-key.rotate', object: made.key },
        { actor: 'Asha', action: 'access-key.revoke', object: rotated.made.key },
      ]);

      const wrong: [string, Partial<NewKey>][] = [
        ['no partner', { partner_key: 'nobody' }],
        ['no name', { name: ' ' }],
        ['no origin', { origins: [] }],
        ...['*', 'https://*.neem.example', 'https://neem.example/', 'https://neem.example/page', 'http://neem.example', 'null', 'file://', 'neem.example'].map(
          (origin): [string, Partial<NewKey>] => [origin, { origins: [origin] }],
        ),
        ['no widget', { widgets: ['news'] }],
      ];
      for (const [what, change] of wrong) await expect(makeLiveKey(db, { ...SITE, ...change }, NOW), what).rejects.toThrow(KeyRefusal);
      await expect(rotateLiveKey(db, { key: rotated.made.key, overlapHours: 24, by: 'Asha' }, NOW)).rejects.toThrow('has ended');
      for (const overlapHours of [-1, 337, Number.NaN])
        await expect(rotateLiveKey(db, { key: again.made.key, overlapHours, by: 'Asha' }, NOW)).rejects.toThrow('--overlap');
      await expect(revokeLiveKey(db, { key: 'pk_live_none', by: 'Asha' }, NOW)).rejects.toThrow('no such key');
      expect(await listLiveKeys(db, 'neem')).toHaveLength(rows.length);
    });
  });
});
