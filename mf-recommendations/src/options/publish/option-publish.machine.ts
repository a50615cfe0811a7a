import type { checkOptionCall, PublishedOptionCall } from '@vimarsh/shared/contract/calls/options/publish.ts';
import type { OptionDraft } from '@vimarsh/shared/contract/calls/options/types.ts';
import type { Data } from '@vimarsh/shared/contract/route.ts';
import { publishingMachine } from '../../publishing/publishing.machine.ts';
import { emptyForm, type OptionForm, readForm, stepOf } from './option-form.ts';
import { ruleProblems } from './option-rule-fields.ts';

export type OptionCheck = Data<typeof checkOptionCall>;

/** Publishing an option call. */
export const optionPublishMachine = publishingMachine<OptionForm, OptionDraft, OptionCheck, PublishedOptionCall>({
  empty: emptyForm,
  read: readForm,
  stepOf,
  problemsOf: ruleProblems,
});
