import { verifyProof } from '@vimarsh/shared/domain/calls/verify-proof.ts';
import { snapToTick } from '@vimarsh/shared/domain/market/ticks.ts';
import type { ClosedCall } from '../calls.ts';
import { draftOf, openStage } from '../testing.ts';

/** Friday 20 Nov 2026, 10:30 IST, and after the root of that day. */
const START = '2026-11-20T05:00:00.000Z';
const EVENING = '2026-11-20T13:30:00.000Z';

/** Publishes touch calls beside an equity call, lets a day pass, and prints the outcome as one line of JSON. */
const stage = await openStage({ database: 'pglite', start: START });
const closed: ClosedCall[] = [];
stage.calls.onClosed((call) => void closed.push(call));

const publish = async (cid: string, stock: string, factor: number) => {
  const level = Math.round(stage.market.quote(stock)!.ltp * factor * 100) / 100;
  return stage.post('exp_01', '/reco/v1/touches', { cid, draft: { stock, level, until: '2026-11-20T09:00:00.000Z' } });
};
const first = await publish('one', 'INFY', 1);
const again = await publish('one', 'INFY', 1);
const far = await publish('two', 'TCS', 3);
const refused = await stage.post('usr_pro', '/reco/v1/touches', { cid: 'three', draft: { stock: 'TCS', level: 1, until: EVENING } });
const limited = await publish('five', 'SBIN', 1);
const { ltp } = stage.market.quote('SBIN')!;
const { tick } = stage.market.instrument('SBIN')!;
const levels = { entry_low: ltp, entry_high: ltp, target: snapToTick(ltp * 1.06, tick), stop_loss: snapToTick(ltp * 0.97, tick) };
const equity = await stage.post('exp_01', '/reco/v1/calls', { cid: 'four', draft: draftOf({ stock: 'SBIN', ...levels, valid_till: '2026-12-11' }) });
const noted = await stage.post('exp_01', `/reco/v1/touches/${far.data.id}/note`, { cid: 'six', note: 'Results are due on Monday.' });

await stage.goTo(EVENING);

const events = await stage.db.selectFrom('call_events').select(['n', 'kind', 'type', 'canonical']).orderBy('seq').execute();
const proof = (await stage.get('usr_pro', `/reco/v1/calls/${first.data.id}/proof`)).data;
const ledger = (await stage.get('', '/reco/v1/ledger')).data;
const rebuilt = await stage.ledger.rebuild();
const stored = await stage.platform.db.selectFrom('touches').selectAll().orderBy('id').execute();
const facts = {
  same: again.data.id === first.data.id,
  refused: refused.code,
  limited: [limited.code, limited.validation],
  noted: noted.http,
  equity: equity.http,
  chain: events.map(({ n }) => n),
  named: events.map(({ kind, type, canonical }) => [kind, type, (JSON.parse(canonical) as { kind?: string }).kind ?? null]),
  listed: (await stage.get('usr_pro', '/reco/v1/touches')).data.map(({ stock, status }: { stock: string; status: string }) => [stock, status]),
  equityList: (await stage.get('usr_pro', '/reco/v1/calls?view=live')).data.items.map(({ stock }: { stock: string }) => stock),
  closed: closed.map(({ kind, id, status }) => [kind, id === first.data.id ? 'first' : id === far.data.id ? 'far' : 'other', status]),
  proof: (await verifyProof(proof, { keys: [ledger.public_key], from: 'of the ledger', roots: ledger.roots })).map(({ label, ok }) => [label, ok]),
  rooted: proof.roots.length,
  rows: JSON.stringify(rebuilt.get('touch')!.toSorted((a, b) => (a.id < b.id ? -1 : 1))) === JSON.stringify(stored),
  kinds: [...rebuilt.keys()],
};
await stage.end();
console.log(JSON.stringify(facts));
process.exit(0);
