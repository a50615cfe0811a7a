import { decideCorrection, listCorrections, proposeCorrection } from '@vimarsh/shared/contract/corrections/routes.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Corrections } from './corrections.ts';

const WRITE_LIMIT = { max: 30, perSeconds: 60 };

/** The desk of those who correct calls, two at a time. */
export function serveCorrections(platform: Platform, corrections: Corrections): void {
  platform.on(listCorrections, (_, { caller }) => corrections.list(caller!));
  platform.on(proposeCorrection, ({ body: { cid, ...proposal } }, { caller }) => corrections.propose(caller!, cid, proposal), { limit: WRITE_LIMIT });
  platform.on(decideCorrection, ({ params, body }, { caller }) => corrections.decide(caller!, params.id, body.approve), { limit: WRITE_LIMIT });
}
