import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import * as z from 'zod';
import { REPOSITORY } from '../modules.ts';

const read = (file: string): string => readFileSync(`${REPOSITORY}docs/deploy/${file}`, 'utf8');

/** Instructions of a Dockerfile, one a line, without comments. */
export function instructions(text: string): { name: string; rest: string }[] {
  return text
    .replaceAll(/\\\n/g, ' ')
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('#'))
    .map((line) => {
      const [, name = '', rest = ''] = /^(\w+)\s+(.*)$/.exec(line) ?? [];
      return { name, rest };
    });
}

/** What is wrong with a Dockerfile, in sentences. */
function faultsOf(text: string): string[] {
  const all = instructions(text);
  const last = all.slice(all.findLastIndex(({ name }) => name === 'FROM'));
  const one = (name: string): string => last.findLast((each) => each.name === name)?.rest ?? '';
  const faults: string[] = [];
  for (const { name, rest } of all) {
    if (name === 'FROM' && !/^\S+:\d[\w.-]*-slim( AS \w+)?$/.test(rest)) faults.push(`FROM ${rest}: not a version of a slim image`);
    if (name === 'ADD') faults.push(`ADD ${rest}: COPY says what it does`);
    if (name === 'RUN' && /\bnpm (i|install)\b|\bsudo\b|curl[^|]*\|\s*(ba)?sh|apt-get (?!.*--no-install-recommends)/.test(rest)) faults.push(`RUN ${rest}`);
    if (/SECRET|PASSWORD|TOKEN/.test(name === 'ENV' || name === 'ARG' ? rest : '')) faults.push(`${name} ${rest.split('=')[0]}: a secret in the image`);
  }
  if (!one('USER') || /^(root|0)\b/.test(one('USER'))) faults.push('it runs as root');
  if (!one('HEALTHCHECK').includes('/readyz')) faults.push('nobody asks whether it is ready');
  if (!/^\[.*\]$/.test(one('CMD'))) faults.push('CMD is not in the form that gets signals');
  if (
    / \. /.test(
      last
        .map(({ name, rest }) => `${name} ${rest}`)
        .filter((line) => line.startsWith('COPY'))
        .join('\n'),
    )
  )
    faults.push('the last stage copies everything');
  return faults;
}

test('the Dockerfile builds on versions, installs what the lock file says, runs as nobody special and can be asked', () => {
  expect(faultsOf(read('Dockerfile'))).toEqual([]);
});

test.each([
  ['FROM node:latest', 'not a version'],
  ['ADD . .', 'COPY says'],
  ['RUN npm install', 'npm install'],
  ['RUN curl https://a.example/x.sh | sh', 'curl'],
  ['ENV SECRET_KEY=x', 'a secret'],
  ['USER root', 'as root'],
  ['CMD node api/src/main.ts', 'signals'],
  ['HEALTHCHECK NONE', 'ready'],
])('%s is seen', (line, fault) => {
  expect(faultsOf(`${read('Dockerfile')}\n${line}\n`).join()).toContain(fault);
});

test('what the Dockerfile names is there', () => {
  const paths = instructions(read('Dockerfile')).flatMap(({ name, rest }) =>
    name === 'COPY' && !rest.startsWith('--from') ? rest.split(' ').slice(0, -1) : [...rest.matchAll(/[\w-]+(?:\/[\w.-]+)+\.ts/g)].map(([path]) => path),
  );
  expect(paths.length).toBeGreaterThan(5);
  for (const path of paths) expect(existsSync(REPOSITORY + path), path).toBe(true);
});

test('the unit for systemd starts what is there, stops the starter alone, and waits for as long as the server may drain', () => {
  const unit = Object.fromEntries([...read('vimarsh.service').matchAll(/^(\w+)=(.*)$/gm)].map(([, name, value]) => [name, value]));
  const [node, script] = unit.ExecStart!.split(' ');
  expect(existsSync(node!.replace(`${unit.WorkingDirectory}/`, REPOSITORY)), node).toBe(true);
  expect(existsSync(REPOSITORY + script), script).toBe(true);
  expect(unit).toMatchObject({ KillMode: 'mixed', Restart: 'always' });
  const [, drain] = /PRODUCTION_DRAIN_SECONDS = (\d+)/.exec(readFileSync(`${REPOSITORY}api/src/config.ts`, 'utf8'))!;
  expect(Number(unit.TimeoutStopSec)).toBe(Number(drain) + 25);
});

const service = z.looseObject({
  security_opt: z.array(z.string()),
  mem_limit: z.string(),
  networks: z.array(z.string()),
  environment: z.record(z.string(), z.string()).optional(),
  ports: z.array(z.string()).optional(),
  healthcheck: z.looseObject({}).optional(),
});

test('compose: every service is bounded and gets no more rights; only the portal has a port, on this machine; no secret has a value', () => {
  const compose = z.object({
    name: z.string(),
    services: z.record(z.string(), service),
    networks: z.record(z.string(), z.looseObject({})),
    volumes: z.looseObject({}),
  });
  const { services, networks } = compose.parse(parse(read('compose.yaml')));
  expect(Object.keys(services)).toEqual(['vimarsh', 'postgres', 'redis']);
  for (const [name, { security_opt, ports = [], environment = {} }] of Object.entries(services)) {
    expect(security_opt, name).toContain('no-new-privileges:true');
    for (const port of ports) expect([name, port]).toEqual(['vimarsh', expect.stringMatching(/^127\.0\.0\.1:/)]);
    for (const [key, value] of Object.entries(environment)) if (/SECRET|PASSWORD/.test(key)) expect(value, key).toMatch(/^\$\{\w+:\?/);
  }
  expect(networks.back).toEqual({ internal: true });
  const { vimarsh, redis, postgres } = services;
  expect(vimarsh).toMatchObject({ user: 'node', read_only: true, cap_drop: ['ALL'], tmpfs: ['/tmp'], volumes: ['data:/data'], init: true });
  expect(vimarsh!.build).toEqual({ context: '../..', dockerfile: 'docs/deploy/Dockerfile' });
  for (const one of [redis, postgres]) expect(one!.healthcheck).toBeDefined();
});

test('every setting that compose gives is one that the server knows', () => {
  const known = readFileSync(`${REPOSITORY}api/src/config.ts`, 'utf8');
  for (const name of Object.keys(parse(read('compose.yaml')).services.vimarsh.environment)) expect(known).toContain(`${name}:`);
});

test('every way to start the server that is written down gives Node what npm start gives it', () => {
  const [, flag = ''] = /child\('api\/src\/main\.ts', \{ flags: \['(--[^']+)'\]/.exec(readFileSync(`${REPOSITORY}shared/build/start.mjs`, 'utf8')) ?? [];
  expect(flag).toMatch(/^--\S+=\d+$/);
  expect(read('Dockerfile')).toContain(flag);
  const commands = ['README.md', 'api/README.md'].flatMap((file) =>
    readFileSync(REPOSITORY + file, 'utf8')
      .split('\n')
      .filter((line) => /\bnode\b[^`#]*api\/src\/main\.ts/.test(line)),
  );
  expect(commands.length).toBeGreaterThan(1);
  expect(commands.filter((line) => !line.includes(`node ${flag} api/src/main.ts`))).toEqual([]);
});
