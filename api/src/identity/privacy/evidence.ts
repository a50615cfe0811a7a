import { CONSENTS } from '@vimarsh/shared/domain/people/consents.ts';
import { csv } from '@vimarsh/shared/domain/text/csv.ts';
import { type IdentityDb, readAccount } from '../accounts/account.store.ts';
import { consentsOf } from '../consents/consent.store.ts';
import type { Evidence } from '../identity.ts';

const HEAD = ['Consent', 'Kind', 'Agreed or withdrawn', 'Version', 'At (UTC)', 'Site', 'Words that were agreed to'];

/** Who somebody is here, which plans they had, and what they agreed to. */
export const ownEvidence = (db: IdentityDb): Evidence => ({
  about: [
    ['account.json', 'Whose file this is: the account, and each plan with the time it ran.'],
    ['consents.csv', 'What you agreed to and withdrew, the newest first: which version, when, on which site, and the words that stood there. At most 200.'],
  ],
  async *files(user_id) {
    const account = await readAccount(db, user_id);
    if (!account) return;
    const { user, profile, subscriptions } = account;
    const own = {
      user_id: user.id,
      full_name: profile.full_name,
      email: user.email,
      mobile: user.mobile && user.country_code + user.mobile,
      site: user.partner_key,
      plans: subscriptions,
    };
    yield { path: 'account.json', content: `${JSON.stringify(own, null, 2)}\n` };
    const rows = (await consentsOf(db, user_id)).map(({ kind, given, version, at, site, words }) => [
      ...[CONSENTS[kind].title, kind, given ? 'Agreed' : 'Withdrawn'],
      ...[version, at, site, words],
    ]);
    // By the mark spreadsheets read it as Unicode.
    yield { path: 'consents.csv', content: `\uFEFF${csv([HEAD, ...rows])}` };
  },
});
