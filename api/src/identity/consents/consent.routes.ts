import {
  acknowledgeRisk,
  chooseNotification,
  decideConsent,
  listConsents,
  readNotifications,
  readRiskDisclosure,
} from '@vimarsh/shared/contract/consents/routes.ts';
import { type ConsentKind, NOTICE_CHANNELS, type NotificationChoices, type RiskDisclosure } from '@vimarsh/shared/contract/consents/types.ts';
import { BRAND_TITLE } from '@vimarsh/shared/domain/brand.ts';
import { CONSENT_WORDS, CONSENTS, isRiskDue } from '@vimarsh/shared/domain/people/consents.ts';
import { NOTICES } from '@vimarsh/shared/domain/people/notifications.ts';
import { type Ctx, type Platform, refuseField } from '../../platform/platform.ts';
import type { Push } from '../../push/index.ts';
import type { IdentityDb } from '../accounts/account.store.ts';
import { masked } from '../challenge/account-otp.ts';
import type { Clock } from '../clock.ts';
import { consentsOf, keepConsent, keepConsentOnce, lastConsent, type Occasion } from './consent.store.ts';
import { addressOn, choicesOf, storeChoice, switchResearchOff, wantsResearch } from './notification.store.ts';

/** What people agreed to, and which messages they want: a message about calls is a consent, and both always say the same. */
export function consentRoutes({ platform, clock, push }: { platform: Platform; clock: Clock; push: Push }): void {
  const db: IdentityDb = platform.db;
  const occasion = ({ partner, ip }: Ctx): Occasion => ({ site: partner?.utm_source ?? BRAND_TITLE, ip, now: clock() });

  platform.on(listConsents, async (_input, { caller }) => ({ records: await consentsOf(db, caller!.user_id) }));

  platform.on(decideConsent, async ({ body: { kind, version, given } }, ctx) => {
    const { user_id } = ctx.caller!;
    const { givable, withdrawable, ending } = CONSENTS[kind];
    if (given ? !givable : !withdrawable) refuseField('kind', ending);
    requireVersion(kind, version);
    return platform.transaction(async (tx: IdentityDb) => {
      await hold(tx, user_id);
      if (given) await keepConsentOnce(tx, { user_id, kind, words: CONSENT_WORDS.myAccount }, occasion(ctx));
      else if ((await lastConsent(tx, user_id, kind))?.given) {
        await switchResearchOff(tx, user_id, clock());
        await keepConsent(tx, { user_id, kind, words: null }, occasion(ctx));
      }
      return { records: await consentsOf(tx, user_id) };
    });
  });

  platform.on(readRiskDisclosure, (_input, { caller }) => riskOf(db, caller!.user_id));

  platform.on(acknowledgeRisk, async ({ body: { version } }, ctx) => {
    const { user_id } = ctx.caller!;
    requireVersion('derivatives_risk', version);
    return platform.transaction(async (tx: IdentityDb) => {
      await hold(tx, user_id);
      if ((await riskOf(tx, user_id)).due) await keepConsent(tx, { user_id, kind: 'derivatives_risk', words: CONSENT_WORDS.derivativesRisk }, occasion(ctx));
      return riskOf(tx, user_id);
    });
  });

  platform.on(readNotifications, (_input, { caller }) => shown(db, caller!.user_id));

  platform.on(chooseNotification, async ({ body }, ctx) => {
    const { user_id } = ctx.caller!;
    return platform.transaction(async (tx: IdentityDb) => {
      await hold(tx, user_id);
      const { channels, choices } = await shown(tx, user_id);
      if (!NOTICES[body.kind].channels.includes(body.channel)) refuseField('channel', 'These messages don’t go that way.');
      if (body.on && !channels.some(({ channel, offered }) => offered && channel === body.channel))
        refuseField('channel', 'Messages can’t reach this account that way.');
      await storeChoice(tx, user_id, body, clock());
      if (NOTICES[body.kind].research) {
        const [before, after] = [wantsResearch(choices), wantsResearch(await choicesOf(tx, user_id))];
        if (before !== after)
          await keepConsent(tx, { user_id, kind: 'research_messages', words: after ? CONSENT_WORDS.researchMessages : null }, occasion(ctx));
      }
      return shown(tx, user_id);
    });
  });

  async function riskOf(tx: IdentityDb, user_id: string): Promise<RiskDisclosure> {
    const last = (await lastConsent(tx, user_id, 'derivatives_risk')) ?? null;
    return { due: isRiskDue(last, clock()), version: CONSENTS.derivatives_risk.version, acknowledged_at: last?.at.toISOString() ?? null };
  }

  async function shown(tx: IdentityDb, user_id: string): Promise<NotificationChoices> {
    const user = await tx.selectFrom('users').selectAll().where('id', '=', user_id).executeTakeFirstOrThrow();
    const { email, country_code, mobile } = user;
    const devices = await push.devices(tx, user_id);
    const channels = NOTICE_CHANNELS.map((channel) => {
      if (channel === 'push') return { channel, to: devices === 0 ? '' : devices === 1 ? '1 device' : `${devices} devices`, offered: devices > 0 };
      const reachable = addressOn(channel, user) !== '';
      const to = !reachable ? '' : masked(channel === 'mail' ? { email } : { country_code, mobile });
      return { channel, to, offered: reachable && platform.outbox.carries(channel) };
    });
    return { channels, choices: await choicesOf(tx, user_id) };
  }
}

/** Decisions of one person wait for each other, so that consents and choices never contradict. */
async function hold(tx: IdentityDb, user_id: string): Promise<void> {
  await tx.selectFrom('users').select('id').where('id', '=', user_id).forUpdate().execute();
}

function requireVersion(kind: ConsentKind, version: string): void {
  if (version !== CONSENTS[kind].version) refuseField('version', 'Another version is in force by now. Load the page again and read it first.');
}
