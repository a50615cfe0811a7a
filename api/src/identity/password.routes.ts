import { signIn } from '@vimarsh/shared/contract/identity.contract.ts';
import { Fail, type Platform } from '../platform/platform.ts';
import { type Db, findWithPassword } from './account.store.ts';
import { takePerAddress } from './address-limits.ts';
import type { Clock } from './clock.ts';
import { withinTries } from './lock-out.ts';
import type { Login } from './login.ts';
import type { Passwords } from './password.ts';
import { sha256 } from './secrets.ts';

interface Parts {
  platform: Platform;
  clock: Clock;
  login: Login;
  passwords: Passwords;
}

/** Sign-in by e-mail and password. Unknown names and wrong passwords look alike, in words, in time and in lock-outs. */
export function passwordRoutes({ platform, clock, login, passwords }: Parts): void {
  const db = platform.db as Db;

  platform.on(signIn, async ({ body }, ctx) => {
    takePerAddress(platform, 'sign-in', ctx.ip, { max: 60, perSeconds: 300 });
    const email = body.username.toLowerCase();
    const partner_key = ctx.partner?.utm_source_str ?? '';
    const name = { partner_key, name_hash: sha256(email) };

    // Read while the attempt is counted: both go to the database at once. It is awaited below, so a failure is not lost.
    const account = findWithPassword(db, partner_key, email);
    account.catch(() => undefined);
    const user = await withinTries({ db, clock }, name, 'CREDENTIALS', async () => {
      const found = await account;
      const right = await passwords.verify(found?.phc ?? null, body.password);
      if (!right || found?.status !== 'active') throw new Fail('CREDENTIALS');
      return found;
    });
    const opened = await platform.transaction((tx) => login.open(tx as Db, user.id, ctx));
    return login.answer(opened, ctx);
  });
}
