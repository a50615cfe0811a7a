import { riskAnswers } from '@vimarsh/shared/contract/risk-profile/types.ts';
import { RISK_QUESTIONS_VERSION } from '@vimarsh/shared/domain/risk/questions.ts';
import { openDrafts } from '@vimarsh/shared/kit/drafts.ts';
import * as z from 'zod/mini';

/** Answers that are not saved yet. Those to other questions than today's are none. */
export const RISK_DRAFTS = openDrafts(
  'risk-draft',
  z.object({ version: z.literal(RISK_QUESTIONS_VERSION), answers: z.partial(riskAnswers), saved_at: z.number() }),
);
