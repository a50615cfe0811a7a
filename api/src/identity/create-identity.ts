import type { Partners } from '../partners/index.ts';
import type { Platform } from '../platform/platform.ts';
import { createAccessTokens } from './access-token.ts';
import { accountRoutes } from './account.routes.ts';
import type { Db } from './account.store.ts';
import { createAccountOtp } from './account-otp.ts';
import type { BrokerDb } from './brokers/broker.tables.ts';
import { brokerLoginRoutes } from './brokers/create-broker-login.ts';
import { isCustomer } from './brokers/customer.store.ts';
import { createCallers } from './callers.ts';
import type { Clock } from './clock.ts';
import { consentRoutes } from './consents/consent.routes.ts';
import { createNotify } from './consents/notify.ts';
import { seedDemoPeople } from './demo.seed.ts';
import { deviceRoutes } from './device.routes.ts';
import { eraseDue } from './erasure.ts';
import { readExperts } from './expert.store.ts';
import { expertRegisterRoutes } from './expert-register.routes.ts';
import type { ExpertActivity, Identity, PersonalData } from './identity.ts';
import { kycRoutes } from './kyc.routes.ts';
import { createLogin } from './login.ts';
import { otpRoutes } from './otp.routes.ts';
import { passwordRoutes } from './password.routes.ts';
import { createPasswords } from './password.ts';
import { privacyRoutes } from './privacy.routes.ts';
import { profileRoutes } from './profile.routes.ts';
import { NOTHING_PUBLISHED } from './profile.ts';
import { profileUpdateRoutes } from './profile-update.routes.ts';
import { createRevocations, REVOCATION_REFRESH_MS, type Revocations } from './revocations.ts';
import { createSealing } from './sealing.ts';
import { deriveKey } from './secrets.ts';
import { sessionRoutes } from './session.routes.ts';
import { audienceOf, createSessions } from './sessions.ts';
import { readSecret } from './signing-secret.ts';
import { socialLogin } from './social/create-social-login.ts';
import { tidyIdentity } from './tidy.ts';

interface Deps {
  partners: Partners;
  /** Wall clock by default. */
  clock?: Clock;
}

/** Accounts, sign-in and sessions of all sites. */
export async function createIdentity(platform: Platform, { partners, clock = () => new Date() }: Deps): Promise<Identity> {
  const db = platform.db as Db;
  const secret = readSecret(platform.config);
  const accessTokens = createAccessTokens(deriveKey(secret, 'access-token'), clock);
  const callers = createCallers(db, clock, platform.config.ADMIN_EMAILS);
  const revocations = createRevocations(db, clock);
  const sessions = createSessions({ platform, clock, accessTokens, refreshKey: deriveKey(secret, 'refresh-token'), revocations, callers });
  const passwords = createPasswords();
  const sealing = createSealing(deriveKey(secret, 'kyc'));
  let activityOf: (user_id: string) => Promise<ExpertActivity> = async () => NOTHING_PUBLISHED;
  const readActivity = (user_id: string) => activityOf(user_id);
  const kept: PersonalData[] = [];
  const login = createLogin({ platform, clock, sessions, callers, activityOf: readActivity });

  const notify = createNotify(platform, partners);

  const identity: Identity = {
    notify,
    expert: async (user_id) => (await readExperts(db, clock(), user_id))[0] ?? null,
    experts: () => readExperts(db, clock()),
    async authenticate(token, host) {
      const claims = accessTokens.read(token);
      if (!claims || revocations.has(claims.sid)) return null;
      if (claims.aud !== audienceOf(partners.byHost(host)?.utm_source_str ?? '')) return null;
      const standing = await callers.of(claims.sub);
      return standing && { ...standing, session_id: claims.sid };
    },
    throughBroker: (user_id) => isCustomer(platform.db as BrokerDb, user_id),
    activityFrom(source) {
      activityOf = source;
    },
    keeps: (data) => void kept.push(data),
  };

  if (platform.config.demo) await seedDemoPeople({ platform, partners, passwords, sealing }, clock());
  platform.authenticator(identity.authenticate);
  passwordRoutes({ platform, clock, login, passwords });
  otpRoutes({ platform, clock, login, otpKey: deriveKey(secret, 'otp') });
  accountRoutes({ platform, clock, passwords, sessions, callers, otp: createAccountOtp({ platform, clock, otpKey: deriveKey(secret, 'account-otp') }) });
  brokerLoginRoutes({ platform, partners, clock, login, secret });
  await socialLogin({ platform, partners, clock, login, secret });
  sessionRoutes(platform, sessions);
  profileRoutes({ platform, clock, activityOf: readActivity });
  profileUpdateRoutes({ platform, clock, callers, activityOf: readActivity, sealing, indexKey: deriveKey(secret, 'kyc-index') });
  kycRoutes({ platform, clock, callers, sealing, notify, linkKey: deriveKey(secret, 'kyc-link') });

  expertRegisterRoutes({ platform, clock });
  deviceRoutes({ platform, sessions });
  privacyRoutes({ platform, clock, kept });
  consentRoutes({ platform, clock });

  platform.jobs.schedule('identity.erase', '10 * * * *', async () => {
    sessions.announce(await eraseDue(platform, clock(), kept), 'erased');
  });
  platform.jobs.schedule('identity.tidy', '40 3 * * *', () => tidyIdentity(db, clock()));
  await watchRevocations(platform, revocations);
  return identity;
}

/** Keeps the list of ended sessions fresh. While the database is away the last known list stays in force. */
async function watchRevocations(platform: Platform, revocations: Revocations): Promise<void> {
  await revocations.refresh();
  const look = async () => {
    // The node that ended a session also tells its sockets everywhere; this reaches ours when that message was lost.
    for (const session_id of await revocations.refresh()) platform.realtime.endSession(session_id, 'ended_elsewhere');
  };
  const timer = setInterval(() => void look().catch((error) => platform.log.warn({ err: error }, 'could not read ended sessions')), REVOCATION_REFRESH_MS);
  timer.unref();
  platform.onShutdown(() => clearInterval(timer));
}
