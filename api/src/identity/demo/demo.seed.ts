import { BRAND_TITLE } from '@vimarsh/shared/domain/brand.ts';
import { CONSENT_WORDS } from '@vimarsh/shared/domain/people/consents.ts';
import { DEMO_PASSWORD } from '@vimarsh/shared/domain/people/demo/password.ts';
import { linkCustomer } from '../../brokers/index.ts';
import type { Partners } from '../../partners/index.ts';
import type { Sealing } from '../../platform/access/sealing.ts';
import type { Platform } from '../../platform/platform.ts';
import type { IdentityDb } from '../accounts/account.store.ts';
import { after, DAY } from '../clock.ts';
import { keepConsent } from '../consents/consent.store.ts';
import type { Passwords } from '../signin/password.ts';
import { seedDemoDocuments } from './demo.documents.ts';
import { DEMO_EXPERTS } from './demo.experts.ts';
import { DEMO_PEOPLE } from './demo.people.ts';

/** NISM and registration start of the demo's experts, IST days. */
const SINCE = '2024-04-01';
const NISM_UNTIL = '2028-03-31';

interface Parts {
  platform: Platform;
  partners: Partners;
  passwords: Passwords;
  sealing: Sealing;
}

/** Puts the demo's people into a database that has none of them. Plans run for a year from now. */
export async function seedDemoPeople({ platform, partners, passwords, sealing }: Parts, now: Date): Promise<void> {
  const db: IdentityDb = platform.db;
  const present = await db.selectFrom('users').select('id').where('id', '=', DEMO_PEOPLE[0]!.id).executeTakeFirst();
  if (present) return;
  const phc = await passwords.hash(DEMO_PASSWORD);
  const plans = DEMO_PEOPLE.flatMap(({ id, partner_key, plans }) =>
    plans.map((plan) => ({ ...plan, user_id: id, bundled: partners.byKey(partner_key)?.tier === 'brokerWithoutPlans' })),
  );

  await platform.transaction(async (tx: IdentityDb) => {
    await tx
      .insertInto('users')
      .values(
        DEMO_PEOPLE.map(({ id, partner_key, email, country_code, mobile, profession, roles }) => ({
          id,
          partner_key,
          username: email,
          email,
          email_verified: true,
          country_code,
          mobile,
          mobile_verified: true,
          profession,
          roles: JSON.stringify(roles),
          source: partners.byKey(partner_key)?.utm_source ?? '',
          through_broker: false,
          created_at: now,
        })),
      )
      .execute();
    await tx
      .insertInto('profiles')
      .values(DEMO_PEOPLE.map((person) => profileRow(person, partners)))
      .execute();
    await tx
      .insertInto('passwords')
      .values(DEMO_PEOPLE.map(({ id }) => ({ user_id: id, phc, changed_at: now })))
      .execute();
    for (const { id, partner_key } of DEMO_PEOPLE) {
      const site = partners.byKey(partner_key)?.utm_source ?? BRAND_TITLE;
      await keepConsent(tx, { user_id: id, kind: 'terms', words: CONSENT_WORDS.signUp }, { site, ip: '', now });
    }
    for (const { id, partner_key, at_broker } of DEMO_PEOPLE) {
      const broker_id = partners.byKey(partner_key)?.brokerId;
      if (at_broker && broker_id !== undefined) await linkCustomer(tx, { partner_key, broker_id, client_id: at_broker }, id, now);
    }
    await tx
      .insertInto('expert_registrations')
      .values(
        DEMO_EXPERTS.map(({ id, category, reg_no, city, style, skill_key, valid_to, status }) => ({
          user_id: id,
          category,
          reg_no,
          city,
          style,
          skill_key,
          valid_from: SINCE,
          valid_to,
          nism_no: `NISM-${reg_no.slice(-4)}`,
          nism_expiry: NISM_UNTIL,
          status,
        })),
      )
      .execute();
    await tx
      .insertInto('subscriptions')
      .values(
        plans.map(({ user_id, plan_name, promotional = false, bundled }) => ({
          id: `sub_${user_id}_${plan_name.toLowerCase()}`,
          user_id,
          plan_name,
          promotional,
          source: promotional ? ('campaign' as const) : bundled ? ('partner' as const) : ('direct' as const),
          starts_at: now,
          ends_at: after(now, 365 * DAY),
        })),
      )
      .execute();
    await seedDemoDocuments(tx, sealing, { admins: ['usr_admin', 'usr_admin_2'], now });
  });
}

function profileRow({ id, full_name, partner_key }: (typeof DEMO_PEOPLE)[number], partners: Partners) {
  const expert = DEMO_EXPERTS.find((one) => one.id === id);
  return {
    user_id: id,
    full_name,
    utm_source: partners.byKey(partner_key)?.utm_source ?? '',
    about_us: expert?.style ?? '',
    address: expert?.city ?? '',
    aadhar_card_status: expert?.aadhaar ?? '',
    pan_card_status: expert?.pan ?? '',
    sebi_certificate_status: expert?.certificate ?? '',
    nism_certificate_status: expert?.certificate ?? '',
    dealer_of: JSON.stringify(expert?.category === 'DEALER' ? ['Saras Broking'] : []),
  };
}
