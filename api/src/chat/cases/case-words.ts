import type { ChatCase, ChatCaseState } from '@vimarsh/shared/contract/chat/cases.ts';
import type { CaseRow, CaseStep } from '../../cases/index.ts';

/** A case of a chat removes nothing: where it was right, it is upheld. */
export const caseStateOf = (state: CaseRow['state']): ChatCaseState => (state === 'removed' ? 'upheld' : state);
export const caseStepOf = (step: CaseStep): ChatCase['history'][number]['step'] => (step === 'removed' ? 'upheld' : step);
