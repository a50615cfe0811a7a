import { type Brokers, eraseLinks, linksOf } from '../brokers/index.ts';
import type { Partners } from '../partners/index.ts';
import { deriveKey } from '../platform/access/sealing.ts';
import { readSecret } from '../platform/access/server-secret.ts';
import { createTransactionEvents } from '../platform/database/transaction-events.ts';
import type { Platform } from '../platform/platform.ts';
import type { Push } from '../push/index.ts';
import { accountRoutes } from './accounts/account.routes.ts';
import { type IdentityDb, isThroughBroker, storeRiskCategory } from './accounts/account.store.ts';
import { type Callers, createCallers } from './accounts/callers.ts';
import { isActive, knownAmong, readContacts } from './accounts/contacts.ts';
import { deviceRoutes } from './accounts/device.routes.ts';
import { createPlans } from './accounts/given-plans.ts';
import { wasHereBefore } from './accounts/here-before.ts';
import { profileRoutes } from './accounts/profile.routes.ts';
import { NOTHING_PUBLISHED } from './accounts/profile.ts';
import { profileUpdateRoutes } from './accounts/profile-update.routes.ts';
import { settledAmong } from './accounts/settled.ts';
import { standingsOf } from './accounts/standings.ts';
import { createBrokerLogin } from './broker-login/broker-login.ts';
import { formRoutes } from './broker-login/form.routes.ts';
import { redirectRoutes } from './broker-login/redirect.routes.ts';
import { createAccountOtp } from './challenge/account-otp.ts';
import { otpRoutes } from './challenge/otp.routes.ts';
import type { Clock } from './clock.ts';
import { consentRoutes } from './consents/consent.routes.ts';
import { createNotify } from './consents/notify.ts';
import type { IdentityEvents } from './events.ts';
import { readEntries } from './experts/author-entries.ts';
import { readExperts } from './experts/expert.store.ts';
import { expertRegisterRoutes } from './experts/expert-register.routes.ts';
import type { ActivityPart, ExpertActivity, Identity, PersonalData, ReviewPart } from './identity.ts';
import { kycRoutes } from './kyc/kyc.routes.ts';
import { pans } from './kyc/pan.ts';
import { eraseDue } from './privacy/erasure.ts';
import { ownEvidence } from './privacy/evidence.ts';
import { OWN_PARTS, privacyRoutes } from './privacy/privacy.routes.ts';
import { tidyIdentity } from './privacy/tidy.ts';
import { withReviews } from './public-expert.ts';
import { kycSealing } from './secrets.ts';
import { createAccessTokens } from './sessions/access-token.ts';
import { createRevocations, REVOCATION_REFRESH_MS, type Revocations } from './sessions/revocations.ts';
import { sessionRoutes } from './sessions/session.routes.ts';
import { lastUsed } from './sessions/session.store.ts';
import { createSessions, sessionAudience } from './sessions/sessions.ts';
import { createStillOpen } from './sessions/still-open.ts';
import { createLogin } from './signin/login.ts';
import { passwordRoutes } from './signin/password.routes.ts';
import { createPasswords } from './signin/password.ts';
import { socialLogin } from './social/create-social-login.ts';

interface Deps {
  partners: Partners;
  push: Push;
  brokers: Brokers;
  /** Wall clock by default. */
  clock?: Clock;
}

/** Accounts, sign-in and sessions of all sites. */
export async function createIdentity(platform: Platform, { partners, push, brokers, clock = () => new Date() }: Deps): Promise<Identity> {
  const db: IdentityDb = platform.db;
  const secret = readSecret(platform.config);
  const accessTokens = createAccessTokens(deriveKey(secret, 'access-token'), clock);
  const cached = createCallers(db, clock, platform.config.ADMIN_EMAILS);
  const callers: Callers = {
    of: cached.of,
    forget(user_id) {
      cached.forget(user_id);
      // What a plan or a PAN opens is told to open tabs from now on; to those of other nodes when they look next.
      void platform.realtime.renew(user_id).catch((error) => platform.log.warn({ err: error }, 'open sockets wait for their next look'));
    },
  };
  const revocations = createRevocations(db, clock);
  const sessions = createSessions({ platform, clock, accessTokens, refreshKey: deriveKey(secret, 'refresh-token'), revocations, callers, push });
  const passwords = createPasswords();
  const sealing = kycSealing(secret);
  const { on, emit } = createTransactionEvents<IdentityEvents>();
  const activityParts: ActivityPart[] = [];
  const activityOf = async (user_id: string): Promise<ExpertActivity> =>
    Object.assign({ ...NOTHING_PUBLISHED }, ...(await Promise.all(activityParts.map((part) => part(user_id)))));
  let reviews: ReviewPart = async () => new Map();
  const experts = async (user_id?: string) => withReviews(await readExperts(db, clock(), user_id), reviews);
  const personal: PersonalData[] = [
    { name: 'push_devices', of: push.of, erase: push.erase },
    { name: 'brokers', of: (user_id) => linksOf(db, user_id), erase: eraseLinks },
  ];
  const login = createLogin({ platform, clock, sessions, callers, activityOf });

  const notify = createNotify(platform, partners, push);

  const identity: Identity = {
    notify,
    plans: createPlans(callers),
    pans,
    expert: async (user_id) => (await experts(user_id))[0] ?? null,
    experts: () => experts(),
    entries: (tx, user_ids) => readEntries(tx, user_ids),
    async authenticate(token, host) {
      const claims = accessTokens.read(token);
      if (!claims || revocations.has(claims.sid)) return null;
      if (claims.aud !== sessionAudience(partners.byHost(host)?.utm_source_str ?? '')) return null;
      const standing = await callers.of(claims.sub);
      return standing && { ...standing, session_id: claims.sid };
    },
    async asker(user_id) {
      const standing = await callers.of(user_id);
      return standing && { caller: { ...standing, session_id: '' }, partner: partners.byKey(standing.partner_key) };
    },
    async askers(user_ids) {
      const standings = await standingsOf(db, user_ids, platform.config.ADMIN_EMAILS, clock());
      return new Map([...standings].map(([id, standing]) => [id, { caller: { ...standing, session_id: '' }, partner: partners.byKey(standing.partner_key) }]));
    },
    async mailOf(user_id) {
      const user = await db.selectFrom('users').select(['email', 'email_verified']).where('id', '=', user_id).executeTakeFirst();
      return user?.email_verified ? user.email : '';
    },
    contactsOf: (user_ids) => readContacts(db, user_ids),
    isOpen: isActive,
    lastSeen: (user_ids) => lastUsed(db, user_ids),
    known: (user_ids) => knownAmong(db, user_ids),
    wasHereBefore,
    settled: settledAmong,
    throughBroker: (user_id) => isThroughBroker(db, user_id),
    on,
    addActivity: (part) => void activityParts.push(part),
    knowReviews(part) {
      reviews = part;
    },
    setRiskCategory: storeRiskCategory,
    keeps(data) {
      if ([...OWN_PARTS, ...personal.map(({ name }) => name)].includes(data.name)) throw new Error(`The copy of one's data has a part "${data.name}" already`);
      personal.push(data);
    },
    evidence: () => [ownEvidence(db), ...personal.flatMap(({ evidence }) => evidence ?? [])],
  };

  if (platform.config.demo) {
    const { seedDemoPeople } = await import('./demo/demo.seed.ts');
    await seedDemoPeople({ platform, partners, passwords, sealing }, clock());
  }
  platform.authenticator(identity.authenticate);
  platform.recheck(createStillOpen(db, clock, platform.config.ADMIN_EMAILS));
  passwordRoutes({ platform, clock, login, passwords });
  otpRoutes({ platform, clock, login, otpKey: deriveKey(secret, 'otp'), emit });
  accountRoutes({
    platform,
    clock,
    passwords,
    sessions,
    callers,
    emit,
    otp: createAccountOtp({ platform, clock, otpKey: deriveKey(secret, 'account-otp') }),
  });
  const brokerLogin = createBrokerLogin({ platform, clock, brokers, login, emit });
  redirectRoutes({ platform, clock, brokers, brokerLogin });
  formRoutes({ platform, clock, brokers, brokerLogin });
  await socialLogin({ platform, partners, clock, login, secret, emit });
  sessionRoutes(platform, sessions);
  profileRoutes({ platform, clock, activityOf });
  profileUpdateRoutes({ platform, clock, callers, activityOf, sealing, indexKey: deriveKey(secret, 'kyc-index'), emit });
  kycRoutes({ platform, clock, callers, sealing, notify, linkKey: deriveKey(secret, 'kyc-link'), emit });
  expertRegisterRoutes({ platform, clock, experts });
  deviceRoutes({ platform, clock, sessions });
  privacyRoutes({ platform, clock, personal });
  consentRoutes({ platform, clock, push });

  platform.jobs.schedule('identity.erase', '10 * * * *', async () => {
    sessions.announce(await eraseDue(platform, clock(), personal, emit), 'erased');
  });
  platform.jobs.schedule('identity.tidy', '40 3 * * *', () => tidyIdentity(db, push, clock()));
  await watchRevocations(platform, revocations);
  return identity;
}

/** Keeps the list of ended sessions fresh. While the database is away the last known list stays in force. */
async function watchRevocations(platform: Platform, revocations: Revocations): Promise<void> {
  await revocations.refresh();
  // The node that ends a session tells all others at once.
  platform.realtime.onSessionEnd((session_id) => revocations.add([session_id]));
  const look = async () => {
    // This reaches requests and sockets here when that message was lost, or Redis is away.
    for (const session_id of await revocations.refresh()) platform.realtime.endSession(session_id, 'ended_elsewhere');
  };
  const timer = setInterval(() => void look().catch((error) => platform.log.warn({ err: error }, 'could not read ended sessions')), REVOCATION_REFRESH_MS);
  timer.unref();
  platform.onShutdown(() => clearInterval(timer));
}
