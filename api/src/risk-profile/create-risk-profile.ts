import { deleteRiskProfile, readRiskProfile, saveRiskProfile } from '@vimarsh/shared/contract/risk-profile/routes.ts';
import { may } from '@vimarsh/shared/domain/access/may.ts';
import { riskCategoryOf } from '@vimarsh/shared/domain/risk/category.ts';
import { RISK_QUESTIONS_VERSION, riskScore } from '@vimarsh/shared/domain/risk/questions.ts';
import { endsAt } from '@vimarsh/shared/domain/risk/validity.ts';
import type { Identity } from '../identity/index.ts';
import { callerOf } from '../platform/access/access.ts';
import { doneBy } from '../platform/access/audit.ts';
import { type Ctx, Fail, type Platform, refuseField } from '../platform/platform.ts';
import { ulid } from '../platform/text/id.ts';
import { forgetRisk, lockRisk, type RiskDb, riskKept, riskOf, risksOf, storeRisk, tidyRisk } from './risk-profile.store.ts';

interface Deps {
  readonly identity: Pick<Identity, 'keeps' | 'setRiskCategory'>;
  readonly clock?: () => Date;
}

const CHANGES = { max: 20, perSeconds: 3600 };
const DAY = 86_400_000;
/** After these a profile has ended, whatever the length of its year. */
const ENDED_DAYS = 368;
const HISTORY_DAYS = 5 * 365;

/**
 * What an investor says of the risk they can bear, for twelve months. It only warns them: no other feature may read it, so no list, no
 * notice and no rank can depend on it.
 */
export function createRiskProfile(platform: Platform, { identity, clock = () => new Date() }: Deps): void {
  const db = risksOf(platform.db);
  identity.keeps({
    name: 'risk_profiles',
    of: (user_id) => riskKept(db, user_id),
    erase: forgetRisk,
  });

  platform.on(readRiskProfile, async (_input, ctx) => riskOf(db, investor(ctx), clock()));

  platform.on(
    saveRiskProfile,
    async ({ body: { version, answers } }, ctx) => {
      const user_id = investor(ctx);
      if (version !== RISK_QUESTIONS_VERSION) refuseField('version', 'The questions have changed. Load the page again and answer the new ones.');
      const score = riskScore(answers);
      const category = riskCategoryOf(score);
      return platform.transaction(async (tx: RiskDb) => {
        await lockRisk(tx, user_id);
        const answered_at = clock();
        await storeRisk(tx, { id: ulid(), user_id, version, answers, score, category, answered_at });
        await identity.setRiskCategory(tx, user_id, { category, ends_at: endsAt(answered_at) });
        await platform.audit.write(tx, { ...doneBy(ctx), action: 'risk_profile.save', object: user_id });
        return riskOf(tx, user_id, answered_at);
      });
    },
    { limit: CHANGES },
  );

  platform.on(
    deleteRiskProfile,
    async (_input, ctx) => {
      // Also for who is no investor any more: it is theirs to take away.
      const { user_id } = ctx.caller!;
      return platform.transaction(async (tx: RiskDb) => {
        await lockRisk(tx, user_id);
        await forgetRisk(tx, user_id);
        await identity.setRiskCategory(tx, user_id, null);
        await platform.audit.write(tx, { ...doneBy(ctx), action: 'risk_profile.delete', object: user_id });
        return riskOf(tx, user_id, clock());
      });
    },
    { limit: CHANGES },
  );

  platform.jobs.schedule('risk-profile.tidy', '55 3 * * *', () => {
    const before = (days: number) => new Date(clock().getTime() - days * DAY);
    return tidyRisk(db, { answers: before(ENDED_DAYS), history: before(HISTORY_DAYS) });
  });
}

function investor(ctx: Ctx): string {
  if (!may(callerOf(ctx), 'risk.profile')) throw new Fail('FORBIDDEN');
  return ctx.caller!.user_id;
}
