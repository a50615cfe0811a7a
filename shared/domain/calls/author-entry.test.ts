import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type AuthorEntry, authorChanges, readEntry, STANDINGS, saysTheSame } from './author-entry.ts';

const ANANYA: AuthorEntry = {
  name: 'Ananya Rao-Kulkarni',
  category: 'Analyst',
  reg_no: 'INH999900001',
  valid_to: '2029-03-31',
  nism_valid_to: '2028-06-30',
  standing: 'registered',
};

test.each([
  ['an applicant is not signed', null, { standing: 'review' }, []],
  ['nor is one who was refused', null, { standing: 'suspended' }, []],
  ['a registered person opens a record', null, {}, ['opened']],
  ['what stays as it is adds nothing', ANANYA, {}, []],
  ['another name', ANANYA, { name: 'Ananya Rao' }, ['changed']],
  ['another number with another name under review', ANANYA, { name: 'A. Rao', reg_no: 'INH1', standing: 'review' }, ['changed', 'suspended']],
  ['a renewed registration', ANANYA, { valid_to: '2034-03-31' }, ['renewed']],
  ['a renewed certificate', ANANYA, { nism_valid_to: '2031-06-30' }, ['renewed']],
  ['the right is lost', ANANYA, { standing: 'suspended' }, ['suspended']],
  ['and had again', { ...ANANYA, standing: 'suspended' }, {}, ['restored']],
  ['who leaves', ANANYA, { name: 'Closed account', standing: 'left' }, ['suspended']],
  ['who has left', { ...ANANYA, standing: 'left' }, { name: 'Closed account', standing: 'left' }, []],
] as const)('%s', (_, signed, change, types) => {
  expect(authorChanges(signed, { ...ANANYA, ...change } as AuthorEntry).map(({ type }) => type)).toEqual(types);
});

test('of a closed account the name that was signed stays, and no other is signed', () => {
  expect(authorChanges(ANANYA, { ...ANANYA, name: 'Closed account', reg_no: 'x', standing: 'left' })).toEqual([
    { type: 'suspended', entry: { ...ANANYA, standing: 'left' } },
  ]);
});

test('after any change the last event holds what the register says, and nothing more is to be signed', () => {
  const entry = fc.record({
    name: fc.constantFrom('A', 'B'),
    category: fc.constantFrom('Analyst', 'Broker'),
    reg_no: fc.constantFrom('1', '2'),
    valid_to: fc.constantFrom('2029-03-31', '2034-03-31'),
    nism_valid_to: fc.constantFrom('2028-03-31', '2031-03-31'),
    standing: fc.constantFrom(...STANDINGS),
  }) as fc.Arbitrary<AuthorEntry>;
  fc.assert(
    fc.property(fc.array(entry, { minLength: 1, maxLength: 8 }), (history) => {
      let signed: AuthorEntry | null = null;
      for (const now of history) {
        signed = authorChanges(signed, now).at(-1)?.entry ?? signed;
        if (!signed) continue;
        expect(saysTheSame(signed, now)).toBe(true);
        if (now.standing !== 'left') expect(signed).toEqual(now);
      }
    }),
  );
});

test('an entry is read from a payload as a whole or not at all', () => {
  expect(readEntry({ ...ANANYA, on_file: true })).toEqual(ANANYA);
  for (const field of Object.keys(ANANYA)) expect(readEntry({ ...ANANYA, [field]: undefined }), field).toBeNull();
  expect(readEntry({ ...ANANYA, standing: 'famous' })).toBeNull();
});
