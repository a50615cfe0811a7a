import type { TextSection } from '@vimarsh/shared/contract/texts/types.ts';
import { describe, expect, test } from 'vitest';
import { changedSections, compareVersions, documentOf, type Version } from './document.ts';

const section = (id: string, text = 'Words.', title = id.toUpperCase()): TextSection => ({ id, title, blocks: [{ kind: 'text', text }], questions: [] });
const version = (number: string, effective: string, changes: Partial<Version> = {}): Version => ({
  version: number,
  effective,
  title: 'Terms on {site}',
  intro: 'What {broker} answers for.',
  owner: 'O',
  source: 'S',
  changes: [],
  sections: [section('a')],
  withoutPlans: [],
  ...changes,
});
const reader = { site: 'Vimarsh', broker: '', plans: true };
const of = (today: string, wanted?: string, versions = [version('1.0.0', '2026-11-20'), version('1.1.0', '2027-01-01'), version('1.0.1', '2026-12-01')]) =>
  documentOf(versions, { today, reader, wanted });

test.each([
  ['1.0.0', '1.0.0', 0],
  ['1.0.1', '1.0.0', 1],
  ['1.9.0', '1.10.0', -1],
  ['2.0.0', '1.99.99', 1],
])('%s against %s', (a, b, sign) => expect(Math.sign(compareVersions(a, b))).toBe(sign));

test('who reads of no plan gets no version from before there were two ways to say it, by its number neither', () => {
  const parted = { sections: [section('a', 'Costs ₹499.')], withoutPlans: [section('a', 'Is included.')] };
  const versions = [
    version('1.0.0', '2026-11-20', { withoutPlans: [section('a')] }),
    version('1.1.0', '2026-11-21', parted),
    version('1.2.0', '2026-11-22', { withoutPlans: [section('a')] }),
  ];
  const at = (wanted?: string, plans = false) => documentOf(versions, { today: '2026-12-01', reader: { ...reader, plans }, wanted });
  expect(at('1.0.0')).toBeNull();
  expect(at('1.0.0', true)).not.toBeNull();
  expect(at()!.versions.map(({ version }) => version)).toEqual(['1.2.0', '1.1.0']);
});

describe('which version a reader gets', () => {
  test.each([
    ['before any is in force', '2026-11-19', undefined, null],
    ['on the first day', '2026-11-20', undefined, '1.0.0 in-force'],
    ['later', '2026-12-24', undefined, '1.0.1 in-force'],
    ['once the newest is in force', '2027-01-01', undefined, '1.1.0 in-force'],
    ['asked for by its number', '2026-12-24', '1.0.0', '1.0.0 past'],
    ['asked for before its day', '2026-12-24', '1.1.0', '1.1.0 coming'],
    ['asked for and never written', '2026-12-24', '3.0.0', null],
  ])('%s', (_when, today, wanted, expected) => {
    const found = of(today, wanted);
    expect(found && `${found.version} ${found.state}`).toBe(expected);
  });

  test('of two with the same day the higher number', () =>
    expect(of('2026-11-20', undefined, [version('1.0.1', '2026-11-20'), version('1.0.0', '2026-11-20')])!.version).toBe('1.0.1'));
});

test('what changed: the owner’s words and the sections that differ, newest first', () => {
  const versions = [
    version('1.0.0', '2026-11-20', { sections: [section('a'), section('b')] }),
    version('1.1.0', '2026-11-23', { changes: ['B went.'], sections: [section('a', 'Other words.'), section('c')] }),
  ];
  expect(of('2026-11-24', undefined, versions)!.versions).toEqual([
    {
      version: '1.1.0',
      effective: '2026-11-23',
      state: 'in-force',
      changes: ['B went.'],
      sections: [
        { title: 'A', how: 'changed' },
        { title: 'C', how: 'new' },
        { title: 'B', how: 'removed' },
      ],
    },
    { version: '1.0.0', effective: '2026-11-20', state: 'past', changes: [], sections: [] },
  ]);
  expect(changedSections(versions[0]!.sections, versions[0]!.sections)).toEqual([]);
});

test('a name stands as it is, whatever its signs', () => {
  const reader = { site: "Roy $& $' Söhne", broker: '', plans: true };
  expect(documentOf([version('1.0.0', '2026-11-20')], { today: '2026-11-20', reader })!.title).toBe("Terms on Roy $& $' Söhne");
});

test('names are filled in: the partner’s, or any broker’s on our own site', () => {
  expect(of('2026-11-20')).toMatchObject({ title: 'Terms on Vimarsh', intro: 'What the broker answers for.' });
  const partner = documentOf(
    [version('1.0.0', '2026-11-20', { sections: [section('a', '{broker} gives. {broker} takes. Ask {broker}.', '{broker} and you')] })],
    {
      today: '2026-11-20',
      reader: { site: 'Neem Securities', broker: 'Neem Securities', plans: true },
    },
  )!;
  expect(partner.sections[0]).toMatchObject({
    title: 'Neem Securities and you',
    blocks: [{ text: 'Neem Securities gives. Neem Securities takes. Ask Neem Securities.' }],
  });
  const ours = of('2026-11-20', undefined, [version('1.0.0', '2026-11-20', { sections: [section('a', '{broker} gives. {broker} takes. Ask {broker}.')] })])!;
  expect(ours.sections[0]!.blocks).toEqual([{ kind: 'text', text: 'The broker gives. The broker takes. Ask the broker.' }]);
});
