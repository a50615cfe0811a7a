import type { CallProof } from '../../contract/calls/types.ts';
import { type ManifestSignature, manifestSignature } from '../../contract/receipt/manifest.ts';
import { type OpenedReceipt, openedReceipt, type Receipt, receipt } from '../../contract/receipt/types.ts';
import { authorProofStep, authorStep, eventsIn, type ShownAuthor } from '../calls/author-step.ts';
import { openKeyChain } from '../calls/key-chain.ts';
import { hex, publicKey, sha256, signed } from '../calls/ledger.ts';
import { isReceiptSigned, leafOf } from '../calls/receipt.ts';
import { type Known, type ProofStep, verifyProof } from '../calls/verify-proof.ts';
import { MANIFEST, readManifest, SIGNATURE } from './manifest.ts';

/** The files of an unpacked evidence file, by their paths. */
export type UnpackedFiles = ReadonlyMap<string, Uint8Array<ArrayBuffer>>;

/** What `calls/<call>/record.json` holds, as far as it can be checked. Without a proof, a receipt has no salt. */
interface CallRecord {
  /** Absent in files from before names were signed. */
  readonly call?: { readonly expert?: Pick<ShownAuthor, 'user_id' | 'full_name' | 'reg_no'> };
  readonly author?: CallProof | null;
  readonly proof: CallProof | null;
  readonly receipts: readonly (OpenedReceipt | { readonly receipt: Receipt })[];
}

/**
 * Checks an evidence file without a network: whether the ledger's key signed its manifest, whether each file is the one that was listed,
 * and, where both hold, whether what it says of calls is what the ledger signed. Each is one step; a failing step names the files.
 */
export async function checkEvidence(files: UnpackedFiles, known: Pick<Known, 'keys' | 'from'>): Promise<ProofStep[]> {
  const manifest = files.get(MANIFEST);
  const signature = signatureIn(files.get(SIGNATURE));
  const listed = manifest ? readManifest(words(manifest)) : null;
  if (!manifest || !signature || !listed)
    return [step('It has a signed manifest', false, `${MANIFEST} or ${SIGNATURE} is missing, or can’t be read: this is no evidence file, or a broken one.`)];
  const byKey = await signed(await publicKey(signature.public_key), signature.signature, hex(manifest));
  const steps = [
    step('The manifest is signed as it is', byKey, byKey ? 'Ed25519 over its text' : 'Its text and its signature do not fit: it was altered, or never signed.'),
    await keyStep(signature, known),
  ];
  const names = new Map(listed.map(({ path, sha256 }) => [path, sha256]));
  const changed: string[] = [];
  for (const [path, hash] of names) {
    const bytes = files.get(path);
    if (!bytes) changed.push(`${path} (missing)`);
    else if ((await sha256(bytes)) !== hash) changed.push(path);
  }
  const added = [...files.keys()].filter((path) => path !== MANIFEST && path !== SIGNATURE && !names.has(path));
  steps.push(listing('Each file is as it was', changed, `SHA-256 of ${names.size} files`), listing('No file was added', added, 'All are in the manifest'));
  // Whoever altered a file may have filled it with records that take hours: nothing in it is computed.
  if (steps.every(({ ok }) => ok)) steps.push(await recordsStep(files, known));
  return steps;
}

const step = (label: string, ok: boolean, detail: string): ProofStep => ({ label, ok, detail });
const listing = (label: string, wrong: readonly string[], detail: string): ProofStep =>
  step(label, wrong.length === 0, wrong.length === 0 ? detail : `Does not hold for ${wrong.join(', ')}`);
const words = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

function parsed(bytes: Uint8Array | undefined): unknown {
  try {
    return bytes && JSON.parse(words(bytes));
  } catch {
    return undefined;
  }
}

const signatureIn = (bytes: Uint8Array | undefined): ManifestSignature | null => {
  const read = manifestSignature.safeParse(parsed(bytes));
  return read.success ? read.data : null;
};

async function keyStep({ public_key, keys }: ManifestSignature, known: Pick<Known, 'keys' | 'from'>): Promise<ProofStep> {
  const label = 'The key is the ledger’s';
  if (known.keys.includes(public_key)) return step(label, true, `It is the key ${known.from}`);
  const chain = await openKeyChain(public_key, keys);
  if (chain.holds && chain.keys.some((key) => known.keys.includes(key))) return step(label, true, `It is tied to the key ${known.from} by signatures of both`);
  return step(label, false, `Signed with a foreign key, not with the key ${known.from}. Whoever made this file does not hold the ledger’s key.`);
}

const RECORD = /^calls\/[^/]+\/record\.json$/;

async function recordsStep(files: UnpackedFiles, known: Pick<Known, 'keys' | 'from'>): Promise<ProofStep> {
  const wrong: string[] = [];
  let count = 0;
  for (const [path, bytes] of files) {
    if (!RECORD.test(path)) continue;
    count += 1;
    // What is no record at all does not hold either.
    if (!(await recordHolds(parsed(bytes) as CallRecord, known).catch(() => false))) wrong.push(path);
  }
  return listing('What it says of calls is what the ledger signed', wrong, `Proofs and receipts of ${count} calls`);
}

async function recordHolds({ call, author, proof, receipts }: CallRecord, known: Pick<Known, 'keys' | 'from'>): Promise<boolean> {
  const steps = proof ? await verifyProof(proof, { ...known, roots: null }) : [];
  if (steps.some(({ ok }) => !ok)) return false;
  if (proof && call?.expert && author !== undefined && !(await nameHolds(call.expert, proof, author, known))) return false;
  for (const one of receipts) {
    const given = receipt.parse(one.receipt);
    if (!(await isReceiptSigned(given))) return false;
    if (!proof) continue;
    const { salt } = openedReceipt.parse(one);
    const event = proof.events.find(({ n }) => n === given.n);
    if (!event || given.call_id !== proof.call_id || (await leafOf(event.hash, salt)) !== given.leaf) return false;
  }
  return true;
}

/** The name and number of a call's author are those that were signed. The file says no category. */
async function nameHolds(
  expert: Pick<ShownAuthor, 'user_id' | 'full_name' | 'reg_no'>,
  proof: CallProof,
  author: CallProof | null,
  known: Pick<Known, 'keys' | 'from'>,
): Promise<boolean> {
  if (author && !(await authorProofStep(author, proof.expert_id, { ...known, roots: null })).ok) return false;
  const [publication] = eventsIn(proof);
  const events = author && eventsIn(author);
  const profession = String((events?.at(-1)?.payload ?? (publication!.payload.author as { category?: unknown } | undefined))?.category ?? '');
  return expert.user_id === proof.expert_id && authorStep({ ...expert, profession, verified: false }, publication!, events).ok;
}
