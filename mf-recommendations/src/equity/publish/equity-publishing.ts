import { checkCall } from '@vimarsh/shared/contract/calls/routes.ts';
import type { CallDraft } from '@vimarsh/shared/contract/calls/types.ts';
import { publishCall } from '@vimarsh/shared/contract/receipt/routes.ts';
import type { PublishedCall } from '@vimarsh/shared/contract/receipt/types.ts';
import type { Data } from '@vimarsh/shared/contract/route.ts';
import { openCallDrafts } from '../../publishing/draft-autosave.ts';
import type { PublishingKind } from '../../publishing/use-publishing.ts';
import { type CallForm, callForm, emptyForm, readForm } from './call-form.ts';
import { ruleProblems } from './rule-fields.ts';

export type Check = Data<typeof checkCall>;

/** Publishing an equity call. */
export const EQUITY: PublishingKind<CallForm, CallDraft, Check, PublishedCall> = {
  empty: emptyForm,
  read: readForm,
  problemsOf: ruleProblems,
  drafts: openCallDrafts('publish-draft', callForm),
  subjectOf: ({ stock }) => stock,
  check: (request, { cid, draft }, signal) => request(checkCall, { query: { cid }, body: draft }, { signal, quiet: true }),
  publish: (request, body) => request(publishCall, { body }, { quiet: true }),
};
