import type { checkCall } from '@vimarsh/shared/contract/calls/routes.ts';
import type { CallDraft } from '@vimarsh/shared/contract/calls/types.ts';
import type { PublishedCall } from '@vimarsh/shared/contract/receipt/types.ts';
import type { Data } from '@vimarsh/shared/contract/route.ts';
import { publishingMachine } from '../../publishing/publishing.machine.ts';
import { type CallForm, emptyForm, readForm, stepOf } from './call-form.ts';
import { ruleProblems } from './rule-fields.ts';

export type Check = Data<typeof checkCall>;

/** Publishing an equity call. */
export const publishMachine = publishingMachine<CallForm, CallDraft, Check, PublishedCall>({
  empty: emptyForm,
  read: readForm,
  stepOf,
  problemsOf: ruleProblems,
});
