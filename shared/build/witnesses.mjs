// The two witnesses that npm start runs beside a demo. Each has a key and a memory of its own, as on somebody else's server.
import { createServer } from 'node:net';
import { resolve } from 'node:path';
import { REPOSITORY } from './install.mjs';

export const WITNESS = 'api/witness/witness.mjs';

/** Whether the server plays the demo: the rule of its own settings (`api/src/config.ts`). */
export const isDemo = (env) => (env.DEMO ? env.DEMO === 'on' : env.NODE_ENV !== 'production');

/**
 * Name, key, port and arguments of two witnesses in a data folder, and the server's setting that names them; null where witnesses are
 * set already, or this is no demo.
 */
export async function planWitnesses(portal, env = process.env) {
  if (!isDemo(env) || env.WITNESSES !== undefined) return null;
  const { keyIn, verifierKeyOf } = await import(`${REPOSITORY}${WITNESS}`);
  const folder = `${resolve(REPOSITORY, env.DATA_DIR || '.data')}/witnesses/`;
  const ports = await freePorts(2);
  const witnesses = ports.map((port, at) => {
    const name = `witness-${at + 1}.localhost`;
    const keyFile = `${folder}${at + 1}/key.pem`;
    const args = [
      '--name',
      name,
      '--key-file',
      keyFile,
      '--state-file',
      `${folder}${at + 1}/head.json`,
      '--port',
      String(port),
      '--watch',
      portal,
      '--every',
      '60',
    ];
    return { name, url: `http://127.0.0.1:${port}`, key: verifierKeyOf(name, keyIn(keyFile)), args };
  });
  return { witnesses, setting: witnesses.map(({ key, url }) => `${key} ${url}`).join(',') };
}

/** Ports nobody listens on now: asked for together, so that they differ. */
async function freePorts(count) {
  const servers = await Promise.all(
    Array.from({ length: count }, () => {
      const server = createServer();
      return new Promise((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', () => resolve(server)));
    }),
  );
  const ports = servers.map((server) => server.address().port);
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return ports;
}
