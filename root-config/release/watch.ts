import { finish } from '@vimarsh/shared/build/build.ts';
import { preset } from '@vimarsh/shared/build/bundle/preset.ts';
import { readWorkspace, workspaces } from '@vimarsh/shared/build/modules.ts';
import webpack from 'webpack';
import { publish } from './publish.ts';
import { defaultReleaseDir, openReleaseStore } from './store.ts';

/**
 * `npm start -- --only <module>`: builds one module from its sources on every change, readable and with source maps, and
 * makes each build live in this machine's store. All other modules stay the releases they are. Reload the page to see it.
 */
const name = process.argv[2];
const workspace = workspaces().find((one) => one.name === name);
if (!workspace) {
  console.error(
    `No module ${name}. One of: ${workspaces()
      .map((one) => one.name)
      .join(', ')}`,
  );
  process.exit(2);
}
const { dir } = workspace;
const store = openReleaseStore(defaultReleaseDir());
const ledgerKeys = store.ledgerKeys();
// What a crash left.
store.dropTriedOut(workspace.name);
const out = `${store.dir}/source-${workspace.name}-${process.pid}`;
const compiler = webpack(preset({ name: workspace.name, dir, out, mode: 'source', ledgerKeys }))!;

const watching = compiler.watch({ aggregateTimeout: 80 }, (error, stats) => {
  if (error || !stats) return console.error(error);
  if (stats.hasErrors()) return console.error(stats.toString({ all: false, errors: true, colors: true }));
  const { startTime = 0, endTime = 0 } = stats;
  finish(readWorkspace(dir), { mode: 'source', ledgerKeys }, stats, out)
    .then((built) => {
      const record = publish(store, built);
      if (store.channel('live')?.releases[record.name] === record.id) return;
      store.move('live', store.channel('live')?.version ?? 0, { [record.name]: record.id }, 'from source');
      console.log(`  ${record.name} from source in ${endTime - startTime} ms — reload the page`);
    })
    .catch((problem: unknown) => console.error(problem));
});

/** What was tried out here goes with this process; a start after a crash does the same (`ship.ts`). */
function putBack(): void {
  const live = store.channel('live');
  const running = live?.releases[name!];
  const before = store.history('live', name!).at(-1);
  if (live && running && before && running !== before && store.record(running)?.from_source)
    store.move('live', live.version, { [name!]: before }, 'end of work from source');
}

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    putBack();
    watching?.close(() => {
      store.dropTriedOut(workspace.name);
      process.exit(0);
    });
  });
