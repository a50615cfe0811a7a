// npm start: one command from a fresh clone to a running portal. Plain JavaScript, because nothing is installed yet.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { continueOnPinnedNode, install, REPOSITORY, whenOrphaned, withPinnedPath } from './install.mjs';

install();
await continueOnPinnedNode(import.meta.url);

const { misuseOf } = await import('./misuse.ts');
const { isDemo, planWitnesses, WITNESS } = await import('./witnesses.mjs');
const { values } = readOptions();
const { PORT = '4000', PARTNER_PORT = '4001', PUBLIC_HOST = 'localhost' } = process.env;
const portal = `http://${PUBLIC_HOST}:${PORT}`;
const children = new Set();
let stopping = false;
/** The server serves on for DRAIN_SECONDS, 60 at most, and then gives itself 20 s. */
const LONGEST_END_MS = 82_000;

function readOptions() {
  try {
    return parseArgs({ options: { only: { type: 'string' } }, allowPositionals: true });
  } catch (error) {
    console.error(misuseOf(error) ?? error);
    process.exit(2);
  }
}

/**
 * Starts a script of ours under this Node; a child that dies takes the rest along, unless we are stopping anyway, or the rest can do
 * without it (`spare`): such a one also ends by itself when we are gone.
 */
function child(script, { flags = [], args = [], ends = false, spare = false, env = {} } = {}) {
  const running = spawn(process.execPath, [...flags, REPOSITORY + script, ...args], {
    cwd: REPOSITORY,
    stdio: spare ? ['ignore', 'inherit', 'inherit', 'ipc'] : 'inherit',
    env: { ...withPinnedPath(), ...env },
  });
  children.add(running);
  return new Promise((resolve) => {
    running.on('exit', (code) => {
      children.delete(running);
      if (!stopping && !spare && (code !== 0 || !ends)) void stop(code ?? 1);
      resolve(code);
    });
  });
}

/** Asks every child to end, waits for what it has promised, and only then ends itself. */
async function stop(code) {
  if (stopping) return;
  stopping = true;
  const ended = [...children].map((running) => new Promise((resolve) => running.once('exit', resolve)));
  for (const running of children) running.kill('SIGTERM');
  const patience = setTimeout(() => {
    for (const running of children) running.kill('SIGKILL');
  }, LONGEST_END_MS);
  await Promise.all(ended);
  clearTimeout(patience);
  process.exit(code);
}
process.on('SIGINT', () => void stop(0));
process.on('SIGTERM', () => void stop(0));
whenOrphaned(() => void stop(0));

/** Waits until the server answers 200 at an address of its health. Not by the portal's name, which is a proxy's in production. */
async function answers(path) {
  while (!stopping) {
    // One that takes the question and keeps the answer is asked anew.
    const answer = await fetch(`http://127.0.0.1:${PORT}${path}`, { signal: AbortSignal.timeout(10_000) }).catch(() => null);
    if (answer?.ok) return;
    await new Promise((done) => setTimeout(done, 150));
  }
}

// The server starts (and seeds a new data folder) while the modules are built; pages answer as soon as both are there.
// Its young objects get 16 MB instead of 64: 40 MB less resident.
const planned = await planWitnesses(portal).catch((error) => void console.error(`There will be no witnesses: ${error.message}`));
void child('api/src/main.ts', { flags: ['--max-semi-space-size=8'], ...(planned && { env: { WITNESSES: planned.setting } }) });
// Builds of the portal pin the record's key, which the first start of a server that is no demo writes before it listens.
const keysFile = resolve(REPOSITORY, process.env.DATA_DIR || '.data', 'releases/ledger-keys.json');
if (!isDemo(process.env) && !existsSync(keysFile)) await answers('/healthz');
if (!stopping) await child('root-config/release/ship.ts', { ends: true });
if (values.only && !stopping) void child('root-config/release/watch.ts', { args: [values.only] });
await answers('/readyz');
// They look at a log that is there: the portal waits for neither.
if (!stopping) for (const { args } of planned?.witnesses ?? []) void child(WITNESS, { args, spare: true });
const demo = stopping || !isDemo(process.env) ? null : await demoOf();
const clock = demo && (await clockOf());
if (stopping) await new Promise(() => undefined);
const partnerSite = 'mf-widgets/partner-site/server.ts';
if (demo && existsSync(REPOSITORY + partnerSite)) void child(partnerSite, { env: { PARTNER_ACCESS_KEY: demo.widget.access_key } });
if (!stopping) greet();

/** Accounts and the widget key of the demo; null where they can't be read. */
async function demoOf() {
  const answer = await fetch(`${portal}/base/v1/demo`).catch(() => null);
  return answer?.ok ? (await answer.json()).data : null;
}

/** Market time of a demo that keeps its own, in IST; null elsewhere, and where it can't be read. */
async function clockOf() {
  const answer = await fetch(`${portal}/market/v1/clock`).catch(() => null);
  const data = answer?.ok ? (await answer.json()).data : null;
  if (!data?.demo) return null;
  return new Date(data.now).toLocaleString('en-GB', { timeZone: 'Asia/Kolkata', dateStyle: 'full', timeStyle: 'short' });
}

function greet() {
  console.log(`
  Vimarsh is ready
    Portal          ${portal}
    Partner hosts   http://neem.${PUBLIC_HOST}:${PORT} and 49 more
    Partner's site  http://${PUBLIC_HOST}:${PARTNER_PORT}
    API             ${portal}/openapi.json${planned ? `\n    Witnesses       ${planned.witnesses.map(({ url }) => url).join('  ')}` : ''}${demo ? `\n    OTPs and mails  ${portal}/__outbox` : ''}${clock ? `\n    Demo time       ${clock} IST; MARKET_TIME=real for the real time` : ''}
${demo ? signIns(demo) : ''}    Stop with Ctrl-C
`);
}

function signIns({ password, sign_ins }) {
  const wide = Math.max(...sign_ins.map(({ shows }) => shows.length));
  const lines = sign_ins.map(
    ({ shows, host, email, country_code, mobile, at_broker }) =>
      `    ${shows.padEnd(wide)}  ${country_code} ${mobile}  ${email}${host === PUBLIC_HOST ? '' : `  on http://${host}:${PORT}`}${at_broker && `, at its broker ${at_broker}: trades`}`,
  );
  return `\n  Sign in with a mobile number (OTP in the outbox) or an e-mail (password ${password})\n${lines.join('\n')}\n\n`;
}
