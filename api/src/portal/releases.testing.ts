import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/* Releases for tests: what the portal finds in its store, without building any. */

/** Stores a release with its files, in no channel yet; gives its id. */
function storeRelease(dataDir: string, name: string, files: Record<string, string>, paths: string[] = [], words: readonly string[] = []): string {
  const id = `${name}@0.1.0+0123456789`;
  const dir = `${dataDir}/releases/files/${name}/0123456789`;
  for (const part of ['records', 'channels']) mkdirSync(`${dataDir}/releases/${part}`, { recursive: true });
  for (const [file, content] of Object.entries(files)) {
    mkdirSync(dirname(`${dir}/${file}`), { recursive: true });
    writeFileSync(`${dir}/${file}`, content);
  }
  const routes = paths.map((path) => ({
    path,
    title: `Title of ${path}`,
    guard: 'open',
    page: 'p',
    layout: 'frame',
    ...(path.startsWith('/stocks') && { subject: 'symbol' }),
    ...(words.includes(path) && { words: true }),
  }));
  const manifest = {
    name,
    owner: 't',
    routes,
    events: { emits: [], listens: [] },
    needs: { contract: 1, session: 1 },
    budget: { entry: 1, page: 1 },
  };
  const record = {
    id,
    name,
    version: '0.1.0',
    entry: `/releases/${name}/0123456789/entry.js`,
    integrity: `sha384-${'A'.repeat(64)}`,
    manifest,
    ...(files['words.cjs'] && {
      words: { url: `/releases/${name}/0123456789/words.cjs`, integrity: `sha384-${createHash('sha384').update(files['words.cjs']).digest('base64')}` },
    }),
    preload: [],
    bytes: { entry: 1, total: 1 },
    commit: '',
    previous: null,
    built_at: '',
  };
  writeFileSync(`${dataDir}/releases/records/${id}.json`, JSON.stringify(record));
  return id;
}

/** Says what it was given to draw from. */
const WORDS =
  'var words=(text)=>{const {path,title,layout,params,environment,first}=JSON.parse(text);return JSON.stringify({css:".a{b:c}",html:"<p>"+[path,title,layout,params.symbol,environment?.title,Object.keys(first)].join("|")+"</p>"})}';

/** The smallest set with which the portal is there: pages of `/`, `/a`, stocks and a text, an entry, a worker, a font. */
export function storePortal(dataDir: string): void {
  const template =
    '<title>{{title}}</title>{{preloads}}<style nonce="{{nonce}}">{{theme}}</style><script nonce="{{nonce}}" src="{{boot.url}}"></script><div id="skeleton"><!--words--></div><script id="page">{{page}}</script>';
  goLive(dataDir, [
    storeRelease(dataDir, 'root-config', { 'index.html': template, 'entry.js': 'boot()', 'entry.js.br': 'BR', 'sw.js': 'worker()', 'fonts/a.woff2': 'font' }),
    storeRelease(dataDir, 'shared', {}),
    storeRelease(dataDir, 'mf-a', { 'words.cjs': WORDS }, ['/', '/a', '/stocks/:symbol?', '/retail-side/faq'], ['/', '/stocks/:symbol?']),
  ]);
}

function goLive(dataDir: string, ids: readonly string[]): void {
  const releases = Object.fromEntries(ids.map((id) => [id.split('@')[0], id]));
  writeFileSync(`${dataDir}/releases/channels/live.1.json`, JSON.stringify({ name: 'live', version: 1, releases, moved_at: '', reason: '' }));
}
