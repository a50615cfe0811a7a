import type { PageRoute } from '@vimarsh/shared/contract/release/types.ts';
import { callerWith, visitorOf } from '@vimarsh/shared/domain/access/testing.ts';
import { sayWith } from '@vimarsh/shared/session/say.ts';
import { expect, test } from 'vitest';
import { MANIFEST_ROUTES as routes } from '../menu/manifest-routes.testing.ts';
import { findPages } from './pages.ts';

const labels = (caller = callerWith(), query = '') => findPages(routes, query, caller).map(({ label }) => label);
const analyst = callerWith({ profession: 'Analyst', registered: true });

test('only experts are offered publishing, and only admins the document review', () => {
  expect(labels()).toContain('Calls I follow');
  expect(labels(callerWith({ profession: 'Analyst' }))).toContain('My calls');
  expect(labels()).not.toContain('Publish a call');
  expect(labels()).not.toContain('Document review');
  expect(labels(analyst)).toContain('Publish a call');
  expect(labels(analyst)).not.toContain('Document review');
  expect(labels(callerWith({ is_admin: true }), 'document')).toEqual(['Document review']);
});

test('visitors get open screens only; nobody gets a login or an iframe screen', () => {
  expect(labels(visitorOf())).toContain('FAQs');
  expect(labels(visitorOf())).not.toContain('Calls I follow');
  for (const who of [visitorOf(), callerWith(), analyst]) expect(labels(who)).not.toContain('Log in');
});

test('a screen that needs a parameter is not offered', () => {
  const needs: PageRoute = { path: '/a/:id', title: 'A', guard: 'open', layout: 'frame' };
  expect(findPages([needs, { ...needs, path: '/b/:id?' }], '', visitorOf()).map(({ to }) => to)).toEqual(['/b']);
});

test('a title is found with a letter wrong, where no other has what was typed', () => {
  expect(labels(visitorOf(), 'complience')).toContain('Compliance');
  expect(labels(visitorOf(), 'zzzzzz')).toEqual([]);
});

test('a page is found by the title its reader sees, and by the English one', () => {
  sayWith((text) => (text === 'Compliance' ? 'अनुपालन' : text));
  for (const typed of ['अनुपालन', 'अनु', 'compliance', 'compliance\u200b']) expect(labels(visitorOf(), typed), typed).toContain('Compliance');
  sayWith((text) => text);
});
