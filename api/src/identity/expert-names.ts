import { GONE } from '@vimarsh/shared/domain/calls/author-entry.ts';
import type { Identity } from './identity.ts';

export { GONE };

/** Names of experts by id, as they are now; `''` is nobody. */
export async function expertNames(identity: Pick<Identity, 'expert'>, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const names = new Map<string, string>();
  for (const id of new Set(ids.filter(Boolean))) names.set(id, (await identity.expert(id))?.full_name ?? GONE);
  return names;
}
