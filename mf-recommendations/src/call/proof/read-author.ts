import type { CallProof } from '@vimarsh/shared/contract/calls/types.ts';
import { readAuthorRecord } from '@vimarsh/shared/contract/experts/author-record.ts';
import type { Session } from '@vimarsh/shared/session';

/** The record of an author; null where the site has none; why it did not come, as a sentence. */
export async function readAuthor(request: Session['request'], user_id: string): Promise<CallProof | null | string> {
  const { data, code, validation } = await request(readAuthorRecord, { params: { user_id } }, { quiet: true });
  return data ?? (code === 'NOT_FOUND' ? null : validation);
}
