import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { REPOSITORY } from '../modules.ts';
import { askAudit, readAudit } from './audit.ts';
import { auditFindings, licenceProblems } from './check-packages.ts';
import { type Exception, exceptionProblems, readExceptions } from './exceptions.ts';
import { installedPackages, isAllowed, licenceOf } from './licences.ts';

const root = mkdtempSync(join(tmpdir(), 'vimarsh-packages-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
const TODAY = '2026-11-30';
const exception = (change: Partial<Exception> = {}): Exception => ({
  package: 'a',
  about: 'GPL-3.0',
  since: '2026-11-01',
  until: '2027-03-01',
  reason: 'runs in tests only',
  ...change,
});

test.each([
  ['MIT', true],
  ['GPL-3.0', false],
  ['AGPL-3.0-only', false],
  ['LGPL-2.1', false],
  ['', false],
  ['UNLICENSED', false],
  ['SEE LICENSE IN LICENSE.md', false],
  ['(MIT OR GPL-3.0)', true],
  ['GPL-2.0 OR (MIT AND Apache-2.0)', true],
  ['MIT AND GPL-2.0', false],
  ['(MIT OR GPL-3.0) AND GPL-2.0', false],
  ['MIT OR GPL-3.0 AND GPL-2.0', true],
  ['(MIT', false],
  ['MIT)', false],
  ['MIT ISC', false],
])('the licence %j is allowed: %s', (expression, allowed) => expect(isAllowed(expression)).toBe(allowed));

test('a licence is read in each form in which package.json has ever said it', () => {
  expect([
    licenceOf({ license: ' MIT ' }),
    licenceOf({ license: { type: 'ISC' } }),
    licenceOf({ licenses: [{ type: 'MIT' }, { type: 'GPL-2.0' }] }),
    licenceOf({}),
  ]).toEqual(['MIT', 'ISC', 'MIT OR GPL-2.0', '']);
});

test('packages are found inside of scopes and of other packages', () => {
  for (const [path, manifest] of [
    ['a', { name: 'a', version: '1.0.0', license: 'GPL-3.0' }],
    ['@s/b', { name: '@s/b', version: '2.0.0', license: 'MIT' }],
    ['@s/b/node_modules/c', { name: 'c', version: '3.0.0' }],
  ] as const) {
    mkdirSync(join(root, 'node_modules', path), { recursive: true });
    writeFileSync(join(root, 'node_modules', path, 'package.json'), JSON.stringify(manifest));
  }
  const packages = installedPackages(join(root, 'node_modules'));
  expect(packages.map(({ name }) => name).toSorted()).toEqual(['@s/b', 'a', 'c']);
  const lines = ['a 1.0.0: its licence is GPL-3.0', 'c 3.0.0: it names no licence'];
  expect(licenceProblems(packages, [], TODAY).toSorted()).toEqual(lines);
  expect(licenceProblems(packages, [exception(), exception({ package: 'c', about: 'no licence' })], TODAY)).toEqual([]);
  expect(licenceProblems(packages, [exception({ about: 'MPL-2.0' })], TODAY)).toHaveLength(2);
});

test('an exception ends, lasts a year at most, and has a reason', () => {
  expect(exceptionProblems([exception()], TODAY)).toEqual([]);
  expect(exceptionProblems([exception({ until: '2026-11-27' })], TODAY)).toEqual([
    'exceptions.json: a (GPL-3.0) was good until 2026-11-27: mend it, or decide anew',
  ]);
  expect(exceptionProblems([exception({ until: '2028-01-01' })], TODAY)[0]).toContain('longer than a year');
  expect(exceptionProblems([exception({ reason: '' })], TODAY)[0]).toContain('a reason');
  expect(licenceProblems([{ name: 'a', version: '1', licence: 'GPL-3.0' }], [exception({ until: '2026-11-27' })], TODAY)).toHaveLength(2);
});

const REPORT = JSON.stringify({
  auditReportVersion: 2,
  vulnerabilities: {
    tar: { via: [{ source: 1, name: 'tar', title: 'Writes outside', url: 'https://github.com/advisories/GHSA-aaaa-bbbb-cccc', severity: 'high' }] },
    above: { via: ['tar'] },
    small: { via: [{ source: 2, name: 'small', title: 'Says too much', severity: 'low' }] },
  },
});

test('a known weakness fails the check, a small one is told, an excepted one is neither', () => {
  const audited = readAudit(REPORT);
  expect(auditFindings(audited, [], TODAY)).toEqual({
    problems: ['tar: Writes outside (high, GHSA-aaaa-bbbb-cccc)'],
    remarks: ['small: Says too much (low, 2)'],
  });
  expect(auditFindings(audited, [exception({ package: 'tar', about: 'GHSA-aaaa-bbbb-cccc' })], TODAY).problems).toEqual([]);
  expect(auditFindings(audited, [exception({ package: 'tar', about: 'GHSA-dddd-bbbb-cccc' })], TODAY).problems).toHaveLength(1);
});

test.each([
  ['{"message":"405 Method Not Allowed - POST https://registry.example/x","statusCode":405,"error":{"summary":""}}', '405 Method Not Allowed'],
  ['{"error":{"code":"ENOLOCK","summary":"no lock"}}', 'ENOLOCK'],
  ['<html>', 'npm audit gave no report'],
  ['', 'npm audit gave no report'],
])('a registry without an audit is told and fails nothing: %s', (output, why) => {
  expect(auditFindings(readAudit(output), [], TODAY)).toEqual({ problems: [], remarks: [`weaknesses of packages were not asked after: ${why}`] });
});

test('npm is asked as a person would ask it; one that is missing fails nothing', async () => {
  const npm = join(root, 'npm');
  writeFileSync(npm, `#!/bin/sh\necho '${REPORT}'\nexit 1\n`);
  chmodSync(npm, 0o755);
  expect(await askAudit(root, npm)).toEqual(readAudit(REPORT));
  expect(await askAudit(root, join(root, 'no-npm'))).toMatchObject({ kind: 'no answer' });
});

test('every package that is installed here has an allowed licence, or an exception that is not over', () => {
  const packages = installedPackages(`${REPOSITORY}node_modules`);
  expect(packages.length).toBeGreaterThan(100);
  expect(licenceProblems(packages, readExceptions(), TODAY)).toEqual([]);
});
