import { parseArgs } from 'node:util';
import { workspaces } from '@vimarsh/shared/build/modules.ts';
import { ReleaseRefused, release } from './publish.ts';
import { ChannelMoved, defaultReleaseDir, openReleaseStore, UnreadableStore } from './store.ts';

/** `npm run release -- <module> [--preview <name>]` */
const { values, positionals } = parseArgs({ allowPositionals: true, options: { preview: { type: 'string' }, reason: { type: 'string', default: 'release' } } });
const known = workspaces();
const workspace = known.find(({ name }) => name === positionals[0]);
if (!workspace) {
  console.error(`Which module? One of: ${known.map(({ name }) => name).join(', ')}`);
  process.exit(2);
}
try {
  const record = await release(openReleaseStore(defaultReleaseDir()), workspace, values.preview ? `preview-${values.preview}` : 'live', values.reason);
  console.log(`${record.id} is ${values.preview ? `a preview: open any page with ?release=${record.name}@${values.preview}` : 'live'}`);
  console.log(`entry ${record.bytes.entry} B br, all files ${record.bytes.total} B br${record.previous ? `, before it ${record.previous}` : ''}`);
} catch (error) {
  if (!(error instanceof ReleaseRefused || error instanceof UnreadableStore || error instanceof ChannelMoved)) throw error;
  console.error(`${workspace.name} is not released:\n${error.message}`);
  process.exit(1);
}
