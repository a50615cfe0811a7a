import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Files that take long although they are short, the longest first. Of those that work on the demo's two years one begins: it makes them for
 * all, and who came at the same time would only wait.
 */
export const LONG = [
  'api/src/calls/paywall.db.test.ts',
  'api/src/commands/backup.db.test.ts',
  'api/src/calls/demo/demo.db.test.ts',
  'api/src/market/import.db.test.ts',
  'api/src/platform/http/fuzz.db.test.ts',
  'api/src/platform/processor/processor-time.db.test.ts',
  'api/src/notices/notices.db.test.ts',
  'api/src/alerts/alerts.db.test.ts',
  'api/src/push/push.db.test.ts',
  'api/src/identity/kyc/kyc.db.test.ts',
  'api/src/insights/embed/live-stream.db.test.ts',
  'api/src/platform/database/embedded.db.test.ts',
  'api/src/money/money.db.test.ts',
  'lab/attack/attack.db.test.ts',
  'api/src/platform/jobs/jobs.db.test.ts',
  'api/src/platform/database/postgres.db.test.ts',
  'api/src/chat/files/kill-file.db.test.ts',
  'api/src/money/kill.db.test.ts',
  'api/src/platform/start/start-turn.db.test.ts',
  'api/src/notices/kill.db.test.ts',
  'api/src/alerts/kill.db.test.ts',
  'api/src/identity/signin/sign-in.db.test.ts',
  'api/src/platform/messages/outbox.db.test.ts',
  'api/src/platform/http/shutdown.db.test.ts',
  'api/src/altered-columns.db.test.ts',
  'api/src/communications/retention.db.test.ts',
  'api/src/communications/restored.db.test.ts',
  'api/src/platform/start/refusals.db.test.ts',
  'api/src/identity/accounts/fuzz-files.db.test.ts',
];

/** Where a file stands among those: behind all of them when it is none. */
export function rankOf(file: string): number {
  const at = LONG.findIndex((long) => file.endsWith(`/${long}`));
  return at < 0 ? LONG.length : at;
}

/**
 * Longest first, so that no worker is left alone with a long file at the end. vitest goes by how long files took the last
 * time or, where it has not run yet, by their size, which says nothing of these.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).toSorted((one, other) => rankOf(one.moduleId) - rankOf(other.moduleId));
  }
}
