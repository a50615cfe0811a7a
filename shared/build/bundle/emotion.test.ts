import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { workspaces } from '../modules.ts';
import * as emotion from './emotion.ts';

const sources = (dir: string): string[] =>
  readdirSync(dir, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name) && !name.includes('node_modules'))
    .map((name) => readFileSync(`${dir}/${name}`, 'utf8'));

test('the page shares exactly what the rooms import of emotion', () => {
  const folders = workspaces().flatMap(({ name, dir }) => (name === 'shared' ? [`${dir}/kit`, `${dir}/ui`] : name === 'root-config' ? [] : [`${dir}/src`]));
  const imports = folders.flatMap(sources).flatMap((text) => [...text.matchAll(/import \{([^}]*)\} from '@emotion\/react'/g)].map(([, names]) => names!));
  const names = imports.flatMap((list) => list.split(',')).filter((name) => !name.trim().startsWith('type '));
  expect(names.length).toBeGreaterThan(50);
  expect([...new Set(names.map((name) => name.trim().split(' as ')[0]))].toSorted()).toEqual(Object.keys(emotion).toSorted());
});
