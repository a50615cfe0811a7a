import { expect, test } from 'vitest';
import { placeWords } from './place-words.ts';

test.each([
  ['postgres://vimarsh:s%40cret@db.example/vimarsh?sslmode=verify-full', 'db.example:5432/vimarsh'],
  ['postgresql://me:secret@[::1]:6432/a%20b', '[::1]:6432/a b'],
  ['postgres://me:secret@db.example', 'db.example:5432/me'],
  ['postgres:///vimarsh?host=/run/postgresql', '/run/postgresql/vimarsh'],
])('of %s host and name are said, and no password', (url, words) => expect(placeWords({ kind: 'postgres', url })).toBe(words));

test('an embedded database is its folder', () => expect(placeWords({ kind: 'embedded', directory: '/srv/data' })).toBe('/srv/data/postgres'));
