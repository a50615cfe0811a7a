import { signIn } from '@vimarsh/shared/contract/identity/routes.ts';
import { Fail, type Platform } from '../../platform/platform.ts';
import { findWithPassword, type IdentityDb } from '../accounts/account.store.ts';
import { takePerAddress } from '../address-limits.ts';
import type { Clock } from '../clock.ts';
import { askerOf } from './asker.ts';
import { refuseClosedSignIn } from './entrance.ts';
import { countsOf, withinTries } from './lock-out.ts';
import type { Login } from './login.ts';
import type { Passwords } from './password.ts';

interface Parts {
  platform: Platform;
  clock: Clock;
  login: Login;
  passwords: Passwords;
}

/** Sign-in by e-mail and password. Unknown names and wrong passwords look alike, in words, in time and in lock-outs. */
export function passwordRoutes({ platform, clock, login, passwords }: Parts): void {
  const db: IdentityDb = platform.db;

  platform.on(signIn, async ({ body }, ctx) => {
    refuseClosedSignIn(ctx);
    await takePerAddress(platform, 'sign-in', ctx, { max: 60, perSeconds: 300 });
    const email = body.username.toLowerCase();
    const partner_key = ctx.partner?.utm_source_str ?? '';

    // Read while the attempt is counted: both go to the database at once. It is awaited below, so a failure is not lost.
    const account = findWithPassword(db, partner_key, email);
    account.catch(() => undefined);
    const asker = await askerOf(db, { partner_key, email }, ctx, platform.config.production);
    const user = await withinTries({ db, clock }, countsOf(partner_key, email, asker), 'CREDENTIALS', async () => {
      const found = await account;
      const right = await passwords.verify(found?.phc ?? null, body.password);
      if (!right || found?.status !== 'active') throw new Fail('CREDENTIALS');
      return found;
    });
    const opened = await platform.transaction((tx) => login.open(tx, user.id, ctx));
    return login.answer(opened, ctx);
  });
}
