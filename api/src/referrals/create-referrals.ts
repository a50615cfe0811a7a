import { randomBytes } from 'node:crypto';
import { makeReferralCode, readReferralCode, readReferrals } from '@vimarsh/shared/contract/referrals/routes.ts';
import type { OwnReferrals } from '@vimarsh/shared/contract/referrals/types.ts';
import { type Caller, NOBODY } from '@vimarsh/shared/domain/access/caller.ts';
import { may } from '@vimarsh/shared/domain/access/may.ts';
import { istDay } from '@vimarsh/shared/domain/market/calendar.ts';
import { inYear, MOST_A_YEAR, REWARD_DAYS } from '@vimarsh/shared/domain/referral/referral.ts';
import { codeFrom, typedReferralCode } from '@vimarsh/shared/domain/referral/referral-code.ts';
import type { Identity, PersonRegistered } from '../identity/index.ts';
import type { boughtBy, worthOf } from '../money/index.ts';
import type { TellPerson } from '../notices/index.ts';
import type { Partners } from '../partners/index.ts';
import { callerOf } from '../platform/access/access.ts';
import { doneBy } from '../platform/access/audit.ts';
import { type Ctx, Fail, type Platform } from '../platform/platform.ts';
import { ulid } from '../platform/text/id.ts';
import { broughtBy, forgetPerson, joinedAs, keepCode, keepJoined, ownerOf, type ReferralDb, referralCodeOf, referralsOf, rewardsOf } from './referral.store.ts';
import { settleReferrals } from './settle.ts';

interface Deps {
  readonly identity: Pick<Identity, 'keeps' | 'on' | 'asker' | 'askers' | 'plans' | 'pans' | 'wasHereBefore'>;
  readonly partners: Pick<Partners, 'byKey'>;
  readonly money: { readonly boughtBy: typeof boughtBy; readonly worthOf: typeof worthOf };
  readonly tellPerson: TellPerson;
  readonly clock?: () => Date;
}

export interface Referrals {
  /** What the night does. */
  settle(): Promise<void>;
}

const MOST_LISTED = 200;
const RULE = { days: REWARD_DAYS, most_a_year: MOST_A_YEAR };

/** Who brings somebody to a site gets days on a plan, and so do they (product D.9). Of what either bought, the other learns nothing but a state. */
export function createReferrals(platform: Platform, { identity, partners, money, tellPerson, clock = () => new Date() }: Deps): Referrals {
  const db = referralsOf(platform.db);
  const isOn = platform.config.referrals;
  const night = () => settleReferrals({ platform, identity, money, tellPerson, clock });
  const siteOf = ({ partner }: Pick<Ctx, 'partner'>): string => partner?.utm_source_str ?? '';

  // Also where a programme ran before.
  identity.keeps({
    name: 'referrals',
    async of(user_id) {
      const { code, joined_by_code, people, given } = await ownOf(user_id);
      return { code, joined_by_code, people, given };
    },
    erase: (tx, user_id) => forgetPerson(tx, user_id, clock()),
  });

  async function ownOf(user_id: string): Promise<OwnReferrals> {
    const rewards = await rewardsOf(db, user_id);
    const credited = rewards.flatMap(({ side, given_at }) => (side === 'referrer' ? given_at : []));
    return {
      ...RULE,
      code: await referralCodeOf(db, user_id),
      credited_in_year: inYear(credited, clock()),
      joined_by_code: (await joinedAs(db, user_id))?.state ?? null,
      people: (await broughtBy(db, user_id, MOST_LISTED)).map(({ state, joined_at }) => ({ state, joined_on: istDay(joined_at) })),
      given: rewards.map(({ side, plan, days, given_at, ends_at }) => ({ side, plan, days, given_at: given_at.toISOString(), ends_at: ends_at.toISOString() })),
    };
  }

  /** Whether somebody who signs up here now can be brought. */
  const mayJoin = (profession: PersonRegistered['profession'], partner: Caller['partner']): boolean =>
    may({ ...NOBODY, user_id: 'new', profession, partner }, 'referral.earn');

  platform.on(
    readReferralCode,
    async ({ query }, ctx) => {
      if (!isOn || !mayJoin('Retail Investor', ctx.partner)) return { gives: null };
      const code = typedReferralCode(query.code);
      const owner = code && (await ownerOf(db, siteOf(ctx), code));
      const asker = owner ? await identity.asker(owner) : null;
      return { gives: { ...RULE, counts: asker !== null && may(callerOf(asker), 'referral.earn') } };
    },
    // Nobody tries codes by the thousand.
    { limit: { max: 60, perSeconds: 3600 } },
  );

  platform.on(readReferrals, async (_input, ctx) => {
    if (!isOn || !may(callerOf(ctx), 'referral.earn')) return { own: null };
    return { own: await ownOf(ctx.caller!.user_id) };
  });

  platform.on(
    makeReferralCode,
    async (_input, ctx) => {
      if (!isOn || !may(callerOf(ctx), 'referral.earn')) throw new Fail('FORBIDDEN');
      return { code: await makeCode(ctx) };
    },
    { limit: { max: 20, perSeconds: 3600 } },
  );

  async function makeCode(ctx: Ctx): Promise<string> {
    const { user_id } = ctx.caller!;
    // Another may have the same one, though hardly ever: then it is drawn again.
    for (;;) {
      const code = codeFrom(randomBytes(64));
      if (code === null) continue;
      const kept = await platform.transaction(async (tx: ReferralDb) => {
        const before = await referralCodeOf(tx, user_id);
        if (before) return before;
        await keepCode(tx, { user_id, site: siteOf(ctx), code, made_at: clock() });
        const mine = await referralCodeOf(tx, user_id);
        if (mine === code) await platform.audit.write(tx, { ...doneBy(ctx), action: 'referral.code', object: user_id });
        return mine;
      });
      if (kept) return kept;
    }
  }

  async function join(tx: ReferralDb, { user_id, partner_key, profession, referral_code }: PersonRegistered): Promise<void> {
    const code = typedReferralCode(referral_code);
    if (!code || !mayJoin(profession, partners.byKey(partner_key))) return;
    const referrer = await ownerOf(tx, partner_key, code);
    if (!referrer) return;
    const id = ulid();
    await keepJoined(tx, { id, referrer, referee: user_id, site: partner_key, joined_at: clock() });
    await platform.audit.write(tx, { actor: user_id, action: 'referral.joined', object: id, result: 'done', partner_key });
  }

  if (isOn) {
    identity.on('person.registered', join);
    platform.jobs.schedule('referrals.settle', '15 2 * * *', night);
  }
  return { settle: night };
}
