import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { CAPABILITIES, WAITING } from '../../domain/access/capabilities.ts';
import { REPOSITORY } from '../modules.ts';

/** Code that asks for rights when it serves people. */
const FILES = globSync('{api/src,shared/{domain,session,kit,ui},root-config,shell,mf-*}/**/*.{ts,tsx}', { cwd: REPOSITORY }).filter(
  (file) => !/(^|\/)(node_modules|dist)\/|\.test\.|[./-]testing[./]|\/access\/capabilities\.ts$/.test(file),
);
const code = FILES.map((file) => readFileSync(REPOSITORY + file, 'utf8')).join('\n');

test.each(Object.keys(CAPABILITIES) as (keyof typeof CAPABILITIES)[])('%s is asked for, or says what it waits for', (right) => {
  expect(code.includes(`'${right}'`), WAITING[right] === undefined ? 'nothing asks for it' : 'it is asked for, so it waits no more').toBe(
    WAITING[right] === undefined,
  );
});
