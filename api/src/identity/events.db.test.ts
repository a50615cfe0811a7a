import { glob, readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTransactionEvents } from '../platform/database/transaction-events.ts';
import { featureDatabase, openPlatform, type TestPlatform } from '../platform/testing.ts';
import type { IdentityEvents } from './events.ts';

const SOURCES = new URL('../', import.meta.url);

/** The list as it stands with one event more. */
interface OneMore extends IdentityEvents {
  'email.changed': { readonly user_id: string; readonly email: string };
}

test('a new event of identity edits one place: each name stands in the list, where it is emitted and where it is subscribed to', async () => {
  // Does not compile where an event is missing.
  const uses: Record<keyof IdentityEvents, string[]> = { 'person.registered': [], 'pan.changed': [], 'document.reviewed': [], 'registration.changed': [] };
  for await (const path of glob('**/*.ts', { cwd: SOURCES, exclude: ['**/*.test.ts'] })) {
    for (const line of (await readFile(new URL(path, SOURCES), 'utf8')).split('\n')) {
      for (const [name, places] of Object.entries(uses).filter(([one]) => line.includes(`'${one}'`))) {
        if (path === 'identity/events.ts') places.push('listed');
        else if (path.startsWith('identity/') && line.includes(`emit(tx, '${name}'`)) places.push('emitted');
        else if (line.includes(`identity.on('${name}'`)) places.push('subscribed');
        else places.push(`${path}: ${line}`);
      }
    }
  }
  for (const [name, places] of Object.entries(uses)) expect(new Set(places), name).toEqual(new Set(['listed', 'emitted', 'subscribed']));
});

describe.each(await featureDatabase())('events inside a transaction on %s', (database) => {
  let opened: TestPlatform;
  beforeAll(async () => {
    opened = await openPlatform({ database });
  });
  afterAll(() => opened.end());

  test('every subscriber hears a new event in the order of composition, and of no other', async () => {
    const { on, emit } = createTransactionEvents<OneMore>();
    const heard: string[] = [];
    on('email.changed', async (_tx, { email }) => void heard.push(`chat ${email}`));
    on('pan.changed', async () => void heard.push('never'));
    on('email.changed', async (_tx, { user_id }) => void heard.push(`desk ${user_id}`));
    await opened.platform.transaction((tx) => emit(tx, 'email.changed', { user_id: 'usr_1', email: 'a@mail.example.com' }));
    expect(heard).toEqual(['chat a@mail.example.com', 'desk usr_1']);
    // @ts-expect-error The payload is the event's own.
    const _wrongPayload = () => emit(opened.platform.db, 'email.changed', { user_id: 'usr_1' });
    // @ts-expect-error A name that nobody listed.
    const _unknownName = () => on('email.chnaged', async () => {});
  });

  test('a subscriber that throws undoes the change, what others wrote about it too, and stops those behind it', async () => {
    const { platform } = opened;
    const { on, emit } = createTransactionEvents<IdentityEvents>();
    const entry = (object: string) => ({ actor: 'system', action: 'test.event', object, result: 'done' as const });
    const heard: string[] = [];
    on('pan.changed', (tx, { user_id }) => platform.audit.write(tx, entry(`${user_id} heard`)));
    on('pan.changed', () => Promise.reject(new Error('no')));
    on('pan.changed', async () => void heard.push('behind'));
    const change = platform.transaction(async (tx) => {
      await platform.audit.write(tx, entry('usr_1 changed'));
      await emit(tx, 'pan.changed', { user_id: 'usr_1' });
    });
    await expect(change).rejects.toThrow('no');
    expect(await platform.db.selectFrom('audit_log').selectAll().where('action', '=', 'test.event').execute()).toEqual([]);
    expect(heard).toEqual([]);
  });
});
