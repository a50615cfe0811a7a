import { aCall, aDetail } from '@vimarsh/shared/contract/calls/call.testing.ts';
import type { Call, CallProof, LedgerFile } from '@vimarsh/shared/contract/calls/types.ts';
import { recordedCall } from '@vimarsh/shared/domain/calls/equity/shown-call.ts';
import type { RecordedEvent } from '@vimarsh/shared/domain/calls/ledger.ts';
import { canonicalJson, GENESIS, hashRoot, hashText, merkleRoot } from '@vimarsh/shared/domain/calls/ledger.ts';
import { merklePath } from '@vimarsh/shared/domain/calls/merkle-path.testing.ts';

const base64url = (bytes: ArrayBuffer): string => Buffer.from(bytes).toString('base64url');
export const DAYS = ['2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20'];

export interface Signer {
  readonly public_key: string;
  sign(hash: string): Promise<string>;
}
export async function newSigner(): Promise<Signer> {
  const keys = await crypto.subtle.generateKey('Ed25519', true, ['sign', 'verify']);
  return {
    public_key: base64url(await crypto.subtle.exportKey('raw', keys.publicKey)),
    sign: async (hash) => base64url(await crypto.subtle.sign('Ed25519', keys.privateKey, Buffer.from(hash, 'hex'))),
  };
}

const { rationale, disclosures } = aDetail();
export const PUBLICATION = {
  ...{ stock: 'TCS', stock_name: 'Tata Consultancy Services', sector: 'IT', cap: 'large', exchange: 'NSE', call_type: 'Buy', term: 'shortTerm' },
  ...{ entry_mode: 'limit', entry_low: 3000, entry_high: 3000, target: 3150, stop_loss: 2925, target2: null, target3: null, valid_till: '2026-12-10' },
  ...{ rationale, disclosures, entry_until: '2026-11-21T10:00:00.000Z', expires_at: '2026-12-10T10:00:00.000Z' },
};
export type Written = readonly [type: string, actor: string, ts: string, payload: object];
export const STOPPED: readonly Written[] = [
  ['publish', 'exp_01', '2026-11-18T05:00:00.000Z', PUBLICATION],
  ['entry_fill', 'engine', '2026-11-18T05:02:00.000Z', { price: 3000, basis: 'level' }],
  ['sl_hit', 'engine', '2026-11-19T06:00:00.000Z', { price: 2925, basis: 'level' }],
];

export const WON: readonly Written[] = [...STOPPED.slice(0, 2), ['target_hit', 'engine', '2026-11-19T06:00:00.000Z', { price: 3150, basis: 'level' }]];

interface Served {
  readonly told: readonly RecordedEvent[];
  readonly proof: CallProof;
  readonly ledger: LedgerFile;
}

interface WrittenRecord {
  readonly call_id: string;
  /** Absent of calls on shares. */
  readonly kind?: string;
  readonly written: readonly Written[];
}

/** The events of a call of any kind and the ledger around them, as a server with this key would serve them. */
export const servedEvents = async (signer: Signer, call_id: string, written: readonly Written[], days = DAYS): Promise<Served> =>
  (await servedTogether(signer, [{ call_id, written }], days))[0]!;

/** The events of several records under the same roots. */
export async function servedTogether(signer: Signer, records: readonly WrittenRecord[], days = DAYS): Promise<Served[]> {
  const made = await Promise.all(records.map((record) => eventsOf(signer, record)));
  const all = made.flatMap(({ events }) => events);
  const roots: LedgerFile['roots'] = [];
  for (const trading_date of days) {
    const own = all.filter((event) => event.root_date === trading_date);
    const hashes = [...own.map(({ hash }) => hash), await hashText(`another event of ${trading_date}`)];
    for (const [index, event] of own.entries()) Object.assign(event, { merkle: await merklePath(hashes, index) });
    const last = roots.at(-1);
    const body = { trading_date, merkle_root: await merkleRoot(hashes), count: hashes.length, prev_root: last ? await hashRoot(last) : GENESIS };
    roots.push({ ...body, signature: await signer.sign(await hashRoot(body)), published_at: `${trading_date}T13:15:00.000Z` });
  }
  return made.map(({ events, told }, at) => {
    const within = roots.filter(({ trading_date }) => trading_date >= events[0]!.root_date! && trading_date <= events.at(-1)!.root_date!);
    const proof = {
      ...{ call_id: records[at]!.call_id, expert_id: 'exp_01', events },
      ...{ roots: within.map(({ published_at: _, ...root }) => root), public_key: signer.public_key },
    };
    return { told, proof, ledger: { public_key: signer.public_key, roots } };
  });
}

async function eventsOf(signer: Signer, { call_id, kind, written }: WrittenRecord) {
  const events: CallProof['events'] = [];
  const told: RecordedEvent[] = [];
  for (const [index, [type, actor, ts, payload]] of written.entries()) {
    const prev_hash = events.at(-1)?.hash ?? GENESIS;
    const body = {
      actor,
      call_id,
      expert_id: 'exp_01',
      ...(kind !== undefined && { kind }),
      link: GENESIS,
      n: index + 1,
      payload: payload as Record<string, unknown>,
      prev_hash,
      ts,
      type,
    };
    const canonical = canonicalJson(body);
    const hash = await hashText(canonical);
    told.push({ ...body, hash });
    events.push({ n: index + 1, canonical, prev_hash, hash, sig: await signer.sign(hash), place: null, root_date: ts.slice(0, 10), merkle: [] });
  }
  return { events, told };
}

/** A call on shares and the ledger around it, as a server with this key would serve them: one event a day, from the second day on. */
export async function served(signer: Signer, written = STOPPED, days = DAYS): Promise<{ shown: Call; proof: CallProof; ledger: LedgerFile }> {
  const { told, ...rest } = await servedEvents(signer, 'call_1', written, days);
  return { shown: { ...aCall(), ...recordedCall(told) }, ...rest };
}
