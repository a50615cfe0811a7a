import { readUnbalanced } from '@vimarsh/shared/contract/plans/books.ts';
import { may } from '@vimarsh/shared/domain/access/may.ts';
import { callerOf } from '../platform/access/access.ts';
import { Fail, type Platform } from '../platform/platform.ts';
import { unbalanced } from './books.ts';

export function serveBooks(platform: Platform): void {
  // Of all that was ever booked: seconds of the database, once there is much.
  platform.on(
    readUnbalanced,
    async (_input, ctx) => {
      if (!may(callerOf(ctx), 'money.read-books')) throw new Fail('FORBIDDEN');
      return { wrong: await unbalanced(platform.db) };
    },
    { limit: { max: 12, perSeconds: 3600 } },
  );
}
