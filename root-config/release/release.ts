import { parseArgs } from 'node:util';
import { Misuse, misuseOf, onlyOne } from '@vimarsh/shared/build/misuse.ts';
import { workspaces } from '@vimarsh/shared/build/modules.ts';
import { channel } from '@vimarsh/shared/contract/release/types.ts';
import { hindiBehind, hindiNotes } from './hindi-behind.ts';
import { ReleaseRefused, release } from './publish.ts';
import { ChannelMoved, defaultReleaseDir, openReleaseStore, UnreadableStore } from './store.ts';
import { withoutHindi } from './unsaid.ts';

/** `npm run release -- <module> [--preview <name>] [--reason <words>]` */
try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { preview: { type: 'string' }, reason: { type: 'string', default: 'release' } },
  });
  const known = workspaces();
  const which = `Which module? One of: ${known.map(({ name }) => name).join(', ')}`;
  const name = onlyOne(positionals, which);
  const workspace = known.find((one) => one.name === name);
  if (!workspace) throw new Misuse(which);
  const target = values.preview === undefined ? 'live' : `preview-${values.preview}`;
  if (!channel.shape.name.safeParse(target).success)
    throw new Misuse(`"${values.preview}" is no name for a preview: up to 40 lower-case letters, digits and hyphens, as in --preview pr-1.`);
  const store = openReleaseStore(defaultReleaseDir());
  const record = await release(store, workspace, target, values.reason, (line) => console.log(line));
  console.log(`${record.id} is ${target === 'live' ? 'live' : `a preview: open any page with ?release=${record.name}@${values.preview}`}`);
  if (record.ledger_keys) console.log(`trusts the record’s key ${record.ledger_keys.join(', ')} and those it has signed for`);
  console.log(`entry ${record.bytes.entry} B br, all files ${record.bytes.total} B br${record.previous ? `, before it ${record.previous}` : ''}`);
  for (const line of hindiNotes(hindiBehind(store, record.name), withoutHindi(record.name))) console.log(line);
} catch (error) {
  const misuse = misuseOf(error);
  if (!misuse && !(error instanceof ReleaseRefused || error instanceof UnreadableStore || error instanceof ChannelMoved)) throw error;
  console.error(misuse ?? `Nothing was released:\n${(error as Error).message}`);
  process.exit(misuse ? 2 : 1);
}
