import { manifestSignature } from '../../contract/receipt/manifest.ts';
import { openKeyChain } from '../calls/key-chain.ts';
import { GENESIS, hashText, hex, publicKey, signed } from '../calls/ledger.ts';
import type { Known, ProofStep } from '../calls/verify-proof.ts';
import type { UnpackedFiles } from './check-evidence.ts';
import { type ChainHead, type ChainLine, type CommunicationScope, headPath, linkText, SCOPE } from './communication-chain.ts';
import { readManifest } from './manifest.ts';

/** What an entry lacks; null where it follows the one before. `before`: null where that one is not in the file. */
export async function brokenLink(line: ChainLine, before: ChainLine | null): Promise<string | null> {
  if (before && line.n !== before.n + 1) return `${line.n} does not follow ${before.n}`;
  if (before && line.prev !== before.hash) return `${line.n} does not name the hash of ${before.n}`;
  if (line.n === 1 && line.prev !== GENESIS) return '1 has something before it';
  if (line.content !== null && (await hashText(line.content)) !== line.digest) return `the content of ${line.n} is another`;
  if ((await hashText(linkText(line))) !== line.hash) return `the hash of ${line.n} is another`;
  return null;
}

/** Whether a signed head is that of an entry, by a key that is known. */
export async function headHolds(head: ChainHead, hash: string, known: Pick<Known, 'keys'>): Promise<boolean> {
  const signature = manifestSignature.safeParse(parsed(head.signature));
  const listed = readManifest(head.manifest);
  if (!signature.success || listed?.[0]?.path !== headPath(head.chain, head.n) || listed[0].sha256 !== hash) return false;
  const { public_key, keys } = signature.data;
  if (!(await signed(await publicKey(public_key), signature.data.signature, hex(new TextEncoder().encode(head.manifest))))) return false;
  if (known.keys.includes(public_key)) return true;
  const chain = await openKeyChain(public_key, keys);
  return chain.holds && chain.keys.some((key) => known.keys.includes(key));
}

/** Checks the chains in a file of communications; none where it has no scope. Whoever calls has checked the manifest of the file. */
export async function communicationSteps(files: UnpackedFiles, known: Pick<Known, 'keys' | 'from'>): Promise<ProofStep[]> {
  const scope = parsed(text(files.get(SCOPE))) as CommunicationScope | null;
  if (!scope?.chains) return [];
  const wrong: string[] = [];
  const heads: string[] = [];
  let [entries, signedHeads] = [0, 0];
  for (const one of scope.chains) {
    const folder = `chains/${one.chain}/`;
    const signedOnes = linesIn(files.get(`${folder}heads.jsonl`)) as ChainHead[];
    const headOf = new Map(signedOnes.map((head) => [head.n, head]));
    let [before, first, count]: [ChainLine | null, ChainLine | null, number] = [null, null, 0];
    for (let part = 1; files.has(`${folder}${part}.jsonl`); part += 1)
      for (const line of linesIn(files.get(`${folder}${part}.jsonl`)) as ChainLine[]) {
        const why = line.chain === one.chain ? await brokenLink(line, one.whole ? before : null) : `${line.n} is of ${line.chain}`;
        if (why && wrong.length < 20) wrong.push(`${one.chain}: ${why}`);
        const head = headOf.get(line.n);
        if (head) {
          signedHeads += 1;
          if (!(await headHolds(head, line.hash, known))) heads.push(`${one.chain} ${line.n}`);
        }
        first ??= line;
        before = line;
        count += 1;
      }
    entries += count;
    if (count !== one.entries || first?.n !== one.first || before?.n !== one.last || before?.hash !== one.hash) wrong.push(`${one.chain}: entries are missing`);
  }
  const differences = (scope.differences ?? []).map(({ chain, kind, ref, why }) => `${chain} ${kind} ${ref} (${why})`);
  return [
    step('Each chain of what was said holds', wrong, `${entries} entries of ${scope.chains.length} chains, without a hole`),
    step('Each signed head is that of its chain', heads, `${signedHeads} heads`),
    step('Each row was as it was entered', differences, 'When the file was made'),
  ];
}

const step = (label: string, wrong: readonly string[], detail: string): ProofStep => ({
  label,
  ok: wrong.length === 0,
  detail: wrong.length === 0 ? detail : `Does not hold: ${wrong.slice(0, 20).join('; ')}`,
});
const text = (bytes: Uint8Array | undefined): string => (bytes ? new TextDecoder().decode(bytes) : '');
const linesIn = (bytes: Uint8Array | undefined): unknown[] =>
  text(bytes)
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as unknown);

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}
