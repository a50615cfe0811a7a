import { describe, expect, test } from 'vitest';
import { openCallDrafts } from '../../publishing/draft-autosave.ts';
import { priceOf } from '../../publishing/price-step.ts';
import { callForm, emptyForm, fieldOf, missing, proposedBy, readForm } from './call-form.ts';

const full = { ...emptyForm('TCS'), entry_low: '₹3,000.50', target: '3150', stop_loss: '2925', valid_till: '2026-12-10' };

test.each([
  ['1,452.30', 1452.3],
  ['₹ 12', 12],
  ['0.05', 0.05],
  ['', Number.NaN],
  ['abc', Number.NaN],
  ['1e5', Number.NaN],
  ['-4', Number.NaN],
  ['1.2.3', Number.NaN],
])('%s reads as %d', (typed, value) => expect(priceOf(typed)).toBe(value));

describe('form → draft', () => {
  test('a single entry price is both ends of the range', () => {
    expect(readForm(full).draft).toMatchObject({ stock: 'TCS', entry_low: 3000.5, entry_high: 3000.5, target: 3150, stop_loss: 2925 });
  });
  test('optional targets are absent, not zero', () => {
    expect(readForm(full).draft).not.toHaveProperty('target2');
    expect(readForm({ ...full, target2: '3200' }).draft?.target2).toBe(3200);
  });
  test('sources: one per line, blank lines dropped', () => {
    expect(readForm({ ...full, sources: ' Annual report \n\n Results call\n' }).draft?.rationale.sources).toEqual(['Annual report', 'Results call']);
  });
  test.each([
    [{ entry_mode: 'range' as const }, 'entry_high'],
    [{ entry_mode: 'range' as const, entry_high: '2900' }, 'entry_high'],
    [{ target: 'soon' }, 'target'],
    [{ target: '3150.123' }, 'target'],
    [{ stop_loss: '0' }, 'stop_loss'],
    [{ stop_loss: '' }, 'stop_loss'],
    [{ valid_till: '2026-13-40' }, 'valid_till'],
    [{ stock: 'tcs ltd' }, 'stock'],
    [{ sources: 'a\n'.repeat(9) }, 'sources'],
    [{ thesis: 'a\u0000b' }, 'thesis'],
  ])('the problem of %o is at its field', (patch, field) => {
    const result = readForm({ ...full, ...patch });
    expect(result.draft).toBeNull();
    expect(Object.keys(result.problems)).toEqual([field]);
  });
});

test('missing fields are listed in form order', () => {
  expect(missing(emptyForm()).map(({ field }) => field)).toEqual(['stock', 'entry_low', 'target', 'stop_loss', 'valid_till']);
  expect(missing(full)).toEqual([]);
});

test.each([
  ['draft.stop_loss', 'stop_loss'],
  ['draft.rationale.sources.2', 'sources'],
  ['body.draft.disclosures.attest_30_5', 'attest_30_5'],
] as const)('the server’s %s belongs to %s', (path, field) => expect(fieldOf(path)).toBe(field));
test('a path without a field', () => expect(fieldOf('daily_limit')).toBeNull());

describe('saved draft', () => {
  const memory = (): Storage => {
    const rows = new Map<string, string>();
    return {
      getItem: (k: string) => rows.get(k) ?? null,
      setItem: (k: string, v: string) => void rows.set(k, v),
      removeItem: (k: string) => void rows.delete(k),
    } as Storage;
  };
  const saved = { form: full, cid: 'cid_1', saved_at: 1000 };
  test('only its author can load it', () => {
    const storage = memory();
    expect(openCallDrafts('publish-draft', callForm, () => storage).save('exp_01', saved)).toBe(true);
    expect(openCallDrafts('publish-draft', callForm, () => storage).load('exp_01', 2000)).toEqual(saved);
    expect(openCallDrafts('publish-draft', callForm, () => storage).load('exp_02', 2000)).toBeNull();
    openCallDrafts('publish-draft', callForm, () => storage).drop('exp_01');
    expect(openCallDrafts('publish-draft', callForm, () => storage).load('exp_01', 2000)).toBeNull();
  });
  test('is forgotten after 30 days', () => {
    const storage = memory();
    openCallDrafts('publish-draft', callForm, () => storage).save('exp_01', saved);
    expect(openCallDrafts('publish-draft', callForm, () => storage).load('exp_01', 1000 + 30 * 86_400_000)).toBeNull();
  });
  test.each(['{', 'null', '[]', '{"form":7}', '{"form":{},"cid":"a b","saved_at":1}'])('foreign text is not a draft: %s', (text) => {
    const storage = memory();
    storage.setItem('vimarsh.publish-draft.exp_01', text);
    expect(openCallDrafts('publish-draft', callForm, () => storage).load('exp_01', 2000)).toBeNull();
  });
  test('a field of another shape falls back to its default, the rest stays', () => {
    expect(callForm.parse({ ...full, term: 'forever', holds: 'yes', thesis: 7 })).toMatchObject({ stock: 'TCS', term: 'shortTerm', holds: false, thesis: '' });
  });
  test('full storage is reported, not thrown', () => {
    const full = {
      setItem: () => {
        throw new DOMException('quota');
      },
    } as unknown as Storage;
    expect(openCallDrafts('publish-draft', callForm, () => full).save('exp_01', saved)).toBe(false);
  });
});

test('an address proposes sides and levels, and nothing else', () => {
  const proposed = (query: string) => proposedBy(new URLSearchParams(query));
  expect(proposed('call_type=Sell&target=1600&entry_low=1500&entry_mode=limit&term=intraday&thesis=x')).toEqual({
    call_type: 'Sell',
    entry_mode: 'limit',
    entry_low: '1500',
    target: '1600',
  });
  expect(proposed('call_type=Steal')).toEqual({ call_type: 'Buy' });
  expect(proposed('tab=open')).toBeNull();
});
