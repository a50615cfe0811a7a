import { manifestSignature } from '@vimarsh/shared/contract/receipt/manifest.ts';
import { trustedChain } from '@vimarsh/shared/domain/calls/key-chain.ts';
import type { ProofStep } from '@vimarsh/shared/domain/calls/verify-proof.ts';
import { communicationSteps } from '@vimarsh/shared/domain/evidence/check-communications.ts';
import { checkEvidence, type UnpackedFiles } from '@vimarsh/shared/domain/evidence/check-evidence.ts';
import { SIGNATURE } from '@vimarsh/shared/domain/evidence/manifest.ts';
import { followersStep } from './followers.ts';
import { type Asked, type Tell, told, trusted, verdict } from './run.ts';
import { shownSteps } from './shown.ts';
import { openSite } from './site.ts';
import { unpack } from './unpack.ts';

type Known = Pick<Asked, 'keys' | 'from' | 'site'>;

export const isZip = (bytes: Uint8Array): boolean => bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 0x03 && bytes[3] === 0x04;

/** Checks an evidence file and tells each step. Gives the exit code; throws NotChecked, and Refused where it is beyond the bounds of one. */
export async function checkBundle(bytes: Uint8Array, known: Known, tell: Tell): Promise<number> {
  const files = unpack(bytes);
  const keys = await keysOf(files, known, tell);
  const steps = await checkEvidence(files, keys);
  // A file of proof has what is shown, and prices, too; where the file itself was altered nothing is computed from it.
  if (steps.every(({ ok }) => ok)) steps.push(...(await proofSteps(files, keys)));
  return verdict('This evidence file', told(`An evidence file of ${files.size} files`, steps, tell), tell);
}

/** Parts of a file of proof, or of communications, that an evidence file lacks. */
async function proofSteps(files: UnpackedFiles, keys: Pick<Known, 'keys' | 'from'>): Promise<ProofStep[]> {
  const followers = followersStep(files);
  return [...(await shownSteps(files, keys)), ...(followers ? [followers] : []), ...(await communicationSteps(files, keys))];
}

/** The keys that are known. With the address of a portal also those that a known one has signed for since the file was made. */
async function keysOf(files: UnpackedFiles, { keys, from, site }: Known, tell: Tell): Promise<Pick<Known, 'keys' | 'from'>> {
  if (site !== null) {
    const ledger = await openSite(site).ledger();
    const first = trusted({ keys, from }, ledger, tell);
    return { keys: (await trustedChain(first.keys, ledger))?.keys ?? first.keys, from: first.from };
  }
  if (keys.length > 0) return { keys, from };
  const own = manifestSignature.safeParse(parsed(files.get(SIGNATURE)));
  if (!own.success) return { keys, from };
  tell(`No key was given, so the one in the file is believed: ${own.data.public_key}. Give the one you know with --key.`);
  return { keys: [own.data.public_key], from: 'in the file itself' };
}

function parsed(bytes: Uint8Array | undefined): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return null;
  }
}
