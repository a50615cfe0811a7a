import * as z from 'zod/mini';
import { route } from '../route.ts';
import { ownRiskProfile, riskAnswers } from './types.ts';

export const readRiskProfile = route({
  method: 'GET',
  path: '/auth/v1/risk_profile',
  summary: 'An investor’s own risk profile, null where there is none that holds, and the categories they had. FORBIDDEN to others.',
  access: 'session',
  data: ownRiskProfile,
});

export const saveRiskProfile = route({
  method: 'POST',
  path: '/auth/v1/risk_profile',
  summary: 'Answer the ten questions of the version in force. The answers replace those before, of which only the category and its day are kept.',
  access: 'session',
  body: z.object({ version: z.string().check(z.maxLength(20)), answers: riskAnswers }),
  data: ownRiskProfile,
});

export const deleteRiskProfile = route({
  method: 'POST',
  path: '/auth/v1/risk_profile/delete',
  summary: 'Delete the caller’s answers, their category and its history. Doing so again changes nothing.',
  access: 'session',
  body: z.object({}),
  data: ownRiskProfile,
});
