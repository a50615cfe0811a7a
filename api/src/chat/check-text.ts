import { forbiddenWords } from '@vimarsh/shared/domain/text/forbidden-words.ts';

/**
 * The guard of texts as chats use it: null for a text that may be sent, else what it holds and the sentence that its writer reads. Asked
 * by the server before a text is stored as sent; a refused one is kept for compliance alone.
 */
export type CheckText = (text: string) => { readonly kind: string; readonly sentence: string } | null;

/** Promises of profit and contacts outside the platform, as in published research. */
export const checkForbidden: CheckText = (text) => {
  const what = forbiddenWords(text);
  return what === null ? null : { kind: what, sentence: `This message was not sent, because it holds ${what}.` };
};
