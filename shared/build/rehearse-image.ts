import { execFileSync, spawn } from 'node:child_process';
import { chownSync, copyFileSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, dirname, join, matchesGlob } from 'node:path';
import { REPOSITORY } from './modules.ts';

/*
 * `npm run rehearse-image`: does what `docs/deploy/Dockerfile` says without Docker, in a fresh folder: its stages one after the
 * other, then its command as a user without rights, the tree mounted read-only and the data in memory. Says whether it serves, is
 * healthy by its own check, writes nowhere else and ends in order. Linux, as root (for the mounts).
 */

const READY_MS = 300_000;
const NOBODY = 65_534;
const root = mkdtempSync(join(tmpdir(), 'vimarsh-image-'));
const deploy = `${REPOSITORY}docs/deploy/`;
const say = (line: string): void => console.log(`${(performance.now() / 1000).toFixed(0).padStart(5)} s  ${line}`);

interface Stage {
  name: string;
  lines: { name: string; rest: string }[];
}
const stages: Stage[] = [];
for (const line of readFileSync(`${deploy}Dockerfile`, 'utf8').split('\n')) {
  const [, name = '', rest = ''] = /^([A-Z]+) (.*)$/.exec(line) ?? [];
  if (name === 'FROM') stages.push({ name: / AS (\w+)$/.exec(rest)?.[1] ?? 'final', lines: [] });
  else if (name) stages.at(-1)!.lines.push({ name, rest });
}

/** Addresses of the image as they lie here. */
const inside = (stage: string, text: string): string => text.replaceAll(/(?<![\w.:/])\/(app|data)\b/g, `${root}/${stage}/$1`);

/** What `COPY . .` takes: what is in Git and not left out. */
function contextFiles(): string[] {
  const left = readFileSync(`${deploy}Dockerfile.dockerignore`, 'utf8').split('\n').filter(Boolean);
  const isLeft = (file: string): boolean => left.some((pattern) => matchesGlob(file, pattern) || file.startsWith(`${pattern}/`));
  const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: REPOSITORY, maxBuffer: 64 * 1024 * 1024 });
  return files
    .toString()
    .split('\0')
    .filter((file) => file && !isLeft(file) && existsSync(REPOSITORY + file));
}

function copy(stage: string, rest: string): void {
  const [, from, list = ''] = /^(?:--from=(\w+) )?(.*)$/.exec(rest) ?? [];
  const words = list.split(' ');
  const to = words.pop()!;
  const work = `${root}/${stage}/app/`;
  if (from) cpSync(inside(from, words[0]!), work + to, { recursive: true, verbatimSymlinks: true });
  else if (words[0] === '.') for (const file of contextFiles()) place(file, work + file);
  else for (const file of words) place(file, to.endsWith('/') ? work + to + basename(file) : work + to);
}
function place(file: string, target: string): void {
  mkdirSync(dirname(target), { recursive: true });
  copyFileSync(REPOSITORY + file, target);
}

const tools = `${root}/tools`;
const environment: Record<string, string> = {};
function build({ name, lines }: Stage): void {
  mkdirSync(`${root}/${name}/app`, { recursive: true });
  for (const { name: what, rest } of lines) {
    if (what === 'COPY') copy(name, rest);
    if (what === 'ENV' && name === 'final')
      for (const [, key = '', quoted, plain] of rest.matchAll(/(\w+)=(?:"([^"]*)"|(\S+))/g)) environment[key] = inside(name, quoted ?? plain ?? '');
    if (what !== 'RUN') continue;
    say(`${name}: ${rest}`);
    const command = inside(name, rest).replaceAll('node:node', `${NOBODY}:${NOBODY}`);
    const cache = execFileSync('npm', ['config', 'get', 'cache'], { encoding: 'utf8' }).trim();
    const env = { PATH: `${tools}:/usr/bin:/bin`, HOME: root, npm_config_cache: cache, npm_config_prefer_offline: 'true', npm_config_registry: registry() };
    execFileSync('sh', ['-ec', command], { cwd: `${root}/${name}/app`, env, stdio: ['ignore', 'ignore', 'inherit'] });
  }
}
const registry = (): string => execFileSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8' }).trim();

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

const faults: string[] = [];
const expect = (holds: boolean, sentence: string): void => {
  say(`${holds ? '✓' : '✗'} ${sentence}`);
  if (!holds) faults.push(sentence);
};

async function serve({ lines }: Stage): Promise<void> {
  const rest = (name: string): string => lines.findLast((line) => line.name === name)?.rest ?? '';
  const [app, data] = [`${root}/final/app`, `${root}/final/data`];
  const port = await freePort();
  const env = {
    ...environment,
    PATH: `${tools}:/usr/bin:/bin`,
    PORT: String(port),
    SECRET_KEY: 'one secret for the rehearsal of an image',
    PUBLIC_HOST: 'localhost',
    // Real prices would have to be imported before it is ready.
    DEMO: 'on',
    MARKET_FEED: 'simulated',
    SMTP_URL: 'smtp://127.0.0.1',
    MAIL_FROM: 'no-reply@localhost.example',
  };
  // Its own mounts: the tree can't be written by anybody, and the data are gone with the process.
  const mounts = `mount --bind ${app} ${app} && mount -o remount,ro,bind ${app} && mount -t tmpfs -o uid=${NOBODY},gid=${NOBODY},mode=700 tmpfs ${data}`;
  const command: string[] = JSON.parse(rest('CMD'));
  const user = `setpriv --reuid=${NOBODY} --regid=${NOBODY} --clear-groups --no-new-privs --bounding-set=-all`;
  const write = `! ${user} touch ${app}/x 2>/dev/null && ! touch ${app}/x 2>/dev/null && echo read-only`;
  const quoted = command.map((word) => `'${word.replaceAll("'", `'\\''`)}'`).join(' ');
  const child = spawn('unshare', ['-m', 'sh', '-c', `${mounts} && ${write} && exec ${user} ${quoted}`], { cwd: app, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part: Buffer) => {
      output += part;
    });
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  const get = (path: string) => fetch(`http://127.0.0.1:${port}${path}`, { headers: { accept: 'text/html' } });
  const until = Date.now() + READY_MS;
  while (Date.now() < until && child.exitCode === null && !(await get('/readyz').catch(() => null))?.ok)
    await new Promise((resolve) => setTimeout(resolve, 500));
  expect(output.includes('read-only'), 'its tree can’t be written');
  expect((await get('/readyz').catch(() => null))?.ok === true, 'it is ready');
  if (child.exitCode !== null) console.log(output);
  const page = await get('/').catch(() => null);
  const html = (await page?.text()) ?? '';
  expect(page?.status === 200 && html.includes('/releases/root-config/'), 'it serves the portal');
  const [script = ''] = /\/releases\/[\w/-]+\.js/.exec(html) ?? [];
  expect((await get(script).catch(() => null))?.status === 200, `it serves ${script}`);
  expect((await get('/w/v1.js').catch(() => null))?.status === 200, 'it serves the widgets’ loader');
  const status = child.pid ? readFileSync(`/proc/${child.pid}/status`, 'utf8') : '';
  expect(/^Uid:\s+65534\s/m.test(status) && /^CapEff:\s+0+$/m.test(status), 'it runs as nobody, without capabilities');
  const check: string[] = JSON.parse(/CMD (\[.*\])/.exec(rest('HEALTHCHECK'))![1]!);
  const healthy = spawn(check[0]!, check.slice(1), { env, stdio: 'inherit' });
  expect((await new Promise((resolve) => healthy.on('close', resolve))) === 0, 'its own check calls it healthy');
  child.kill('SIGTERM');
  expect((await ended) === 0, 'it ends in order when asked');
  if (faults.length > 0) console.log(output.split('\n').slice(-30).join('\n'));
}

try {
  mkdirSync(tools);
  // A copy that nobody may read and run, as that of the image.
  copyFileSync(process.execPath, `${tools}/node`);
  execFileSync('chmod', ['-R', 'a+rX', root]);
  for (const stage of stages) build(stage);
  mkdirSync(`${root}/final/data`, { recursive: true });
  chownSync(`${root}/final/data`, NOBODY, NOBODY);
  execFileSync('chmod', ['-R', 'a+rX', `${root}/final/app`]);
  say(`the image’s tree: ${execFileSync('du', ['-sh', `${root}/final/app`], { encoding: 'utf8' }).split('\t')[0]}`);
  await serve(stages.at(-1)!);
} finally {
  rmSync(root, { recursive: true, force: true });
}
process.exit(faults.length > 0 ? 1 : 0);
