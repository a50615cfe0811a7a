import type { ChatCaseState, ChatReportReason } from '@vimarsh/shared/contract/chat/cases.ts';

export const CHAT_REPORT_WORDS: Readonly<Record<ChatReportReason, string>> = {
  abuse: 'Insults or threats',
  claim: 'Promises of returns',
  money: 'Asks for money or for access to an account',
  contact: 'Leads away from this site',
  tip: 'Tips that were not published as calls',
  other: 'Something else',
};

export const CASE_WORDS: Readonly<Record<ChatCaseState, string>> = {
  open: 'A moderator looks at it',
  upheld: 'A moderator has acted on it',
  dismissed: 'Nothing was found to act on',
};
