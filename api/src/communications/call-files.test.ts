import { expect, test } from 'vitest';
import type { EvidenceFile } from '../identity/index.ts';
import type { EventRow } from '../ledger/index.ts';
import { type CallParts, callFiles } from './call-files.ts';
import type { ExportWish } from './chains.store.ts';

/** Of one expert: call 0 was published in January and closed in March, each other one has one event, in its month. More than one page of them. */
const CALLS = 260;
const event = (n: number, call: number, month: number, type: string): EventRow => ({
  seq: n,
  kind: 'equity',
  call_id: `call${call}`,
  expert_id: 'exp_01',
  n,
  type,
  ts: new Date(Date.UTC(2026, month, 1, 6)),
  canonical: JSON.stringify({ payload: { words: `What was said in event ${n}` } }),
  prev_hash: `hash${n - 1}`,
  hash: `hash${n}`,
  sig: '',
});
const EVENTS = [
  event(1, 0, 0, 'published'),
  ...Array.from({ length: CALLS - 1 }, (_, at) => event(at + 2, at + 1, at < 205 ? 1 : 2, 'published')),
  event(CALLS + 1, 0, 2, 'closed'),
];

const ledger = {
  authors: async () => ['exp_01'],
  isAuthor: async (user_id: string) => user_id === 'exp_01',
  chainOf: async (_expert: string, after: number, limit: number) => EVENTS.filter(({ n }) => n > after).slice(0, limit),
  eventsOfCalls: async (ids: readonly string[]) => EVENTS.filter(({ call_id }) => ids.includes(call_id)),
  proveCalls: async (calls: readonly (readonly EventRow[])[]) => calls.map((events) => ({ proves: events.map(({ n }) => n) })),
  receipts: async (events: readonly EventRow[]) => events.map(({ call_id, n }) => ({ receipt: { call_id, n } })),
} as unknown as CallParts['ledger'];

async function filesOf(wish: Partial<ExportWish>): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  const surroundings = {
    paper: { write: async ({ lines }: { lines: readonly string[] }) => Buffer.from(lines.join('\n')), close: async () => undefined },
    site: 'vimarsh.example',
    nameOf: (id: string) => (id === 'exp_01' ? 'Ananya Rao' : id),
    learn: async () => undefined,
  };
  const whole: ExportWish = { scope: 'period', target: '', from: null, until: null, viewer: null, ...wish };
  for await (const { path, content } of callFiles({ ledger }, whole, surroundings) as AsyncGenerator<EvidenceFile>)
    files.set(path, Buffer.from(content as string).toString());
  return files;
}
const recordsIn = (files: Map<string, string>): string[] => [...files.keys()].filter((path) => path.endsWith('/record.json'));

test('every call of an expert is in an export with all of its events, its proof and its receipts, as record, mail and paper, over the bounds of a page', async () => {
  for (const wish of [{}, { scope: 'person', target: 'exp_01' }] as const) {
    const files = await filesOf(wish);
    expect(recordsIn(files)).toHaveLength(CALLS);
    const record = JSON.parse(files.get('calls/call0/record.json')!);
    expect(record).toEqual({
      proof: { proves: [1, CALLS + 1] },
      receipts: [1, CALLS + 1].map((n) => ({ receipt: { call_id: 'call0', n } })),
    });
    const [mail] = [...files].filter(([path]) => path.startsWith('mail/calls/call0/')).map(([, text]) => text);
    expect(mail).toContain('From: Ananya Rao <exp_01@members.vimarsh.example>');
    const body = mail!.split('\r\n\r\n')[1]!;
    expect(body.match(/said in event \d+/g)).toEqual(['said in event 1', `said in event ${CALLS + 1}`]);
    const paper = [...files]
      .filter(([path]) => path.startsWith('pdf/calls/exp_01/'))
      .map(([, text]) => text)
      .join('\n');
    for (const { n } of EVENTS) expect(paper).toContain(`said in event ${n}"`);
    const rows = files.get('calls/chain-exp_01.csv')!.trim().split(/\r?\n/).slice(1);
    expect(rows.map((row) => row.replaceAll('"', ''))).toEqual(EVENTS.map(({ n, hash, call_id }) => `${n},${hash},${call_id}`));
  }
});

test('of a period those calls that something happened to in it, whole; of the others only that there is one, so that the chain holds', async () => {
  const files = await filesOf({ from: new Date('2026-03-01T00:00:00Z'), until: new Date('2026-04-01T00:00:00Z') });
  const within = EVENTS.filter(({ ts }) => ts.getUTCMonth() === 2).map(({ call_id }) => call_id);
  expect(recordsIn(files).toSorted()).toEqual(within.map((id) => `calls/${id}/record.json`).toSorted());
  expect(JSON.parse(files.get('calls/call0/record.json')!).proof).toEqual({ proves: [1, CALLS + 1] });
  const rows = files.get('calls/chain-exp_01.csv')!.trim().split(/\r?\n/).slice(1);
  expect(rows).toHaveLength(EVENTS.length);
  const text = [...files.values()].join('\n');
  expect(text).not.toContain('call1"');
  expect(text).not.toContain('said in event 2"');
});

test('of a room, of an investor and of an expert without calls there are none', async () => {
  for (const wish of [
    { scope: 'room', target: 'r1' },
    { scope: 'person', target: 'usr_1' },
  ] as const)
    expect([...(await filesOf(wish)).keys()]).toEqual([]);
});
