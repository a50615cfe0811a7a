import { downloadEvidence } from '@vimarsh/shared/contract/account/evidence.ts';
import { istDay } from '@vimarsh/shared/domain/market/calendar.ts';
import type { Identity } from '../identity/index.ts';
import type { Ledger } from '../ledger/index.ts';
import type { Platform } from '../platform/platform.ts';
import { answerOf, streamed } from './answer.ts';
import { evidenceFiles } from './bundle.ts';
import { zipOf } from './zip.ts';

/** Each is read from the whole record. */
const DAILY = { max: 5, perSeconds: 86_400 };

export interface EvidenceDependencies {
  readonly identity: Pick<Identity, 'evidence'>;
  readonly ledger: Pick<Ledger, 'signManifest'>;
  /** Wall clock by default. */
  readonly clock?: () => Date;
}

/** What somebody needs in a dispute, in one file that can be checked later without us. */
export function createEvidence(platform: Platform, { identity, ledger, clock = () => new Date() }: EvidenceDependencies): void {
  const site = platform.config.PUBLIC_HOST;
  platform.on(
    downloadEvidence,
    async (_input, { caller, requestId: request_id }) => {
      const at = clock();
      const head = { made_at: at.toISOString(), site, user_id: caller!.user_id };
      const files = evidenceFiles({ head, evidence: identity.evidence(), sign: (text) => ledger.signManifest(text) });
      return streamed(answerOf(`my-evidence-${istDay(at)}.zip`, zipOf(files, at)), (err) =>
        platform.log.error({ err, request_id }, 'an evidence file could not be finished'),
      );
    },
    { limit: DAILY },
  );
}
