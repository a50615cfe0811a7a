import { checkOptionCall, type PublishedOptionCall, publishOptionCall } from '@vimarsh/shared/contract/calls/options/publish.ts';
import type { OptionDraft } from '@vimarsh/shared/contract/calls/options/types.ts';
import type { Data } from '@vimarsh/shared/contract/route.ts';
import { openCallDrafts } from '../../publishing/draft-autosave.ts';
import type { PublishingKind } from '../../publishing/use-publishing.ts';
import { emptyForm, type OptionForm, optionForm, readForm } from './option-form.ts';
import { ruleProblems } from './option-rule-fields.ts';

/** Publishing an option call. */
export const OPTIONS: PublishingKind<OptionForm, OptionDraft, Data<typeof checkOptionCall>, PublishedOptionCall> = {
  empty: emptyForm,
  read: readForm,
  problemsOf: ruleProblems,
  drafts: openCallDrafts('publish-option-draft', optionForm),
  subjectOf: ({ underlying }) => underlying,
  check: (request, { cid, draft }, signal) => request(checkOptionCall, { query: { cid }, body: draft }, { signal, quiet: true }),
  publish: (request, body) => request(publishOptionCall, { body }, { quiet: true }),
};
