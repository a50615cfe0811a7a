import { describe, expect, test } from 'vitest';
import type { NameChange, SymbolChange } from './instrument-lists.ts';
import { type DatedFact, type KnownInstruments, NOTHING_KNOWN } from './known-instruments.ts';
import { lotOn } from './listed.ts';
import { sampleIsin } from './sample-lists.testing.ts';
import { type BaseShare, ShareDirectory } from './share-directory.ts';

const BASE: BaseShare = { symbol: 'TCS', name: 'Tata Consultancy Services', sector: 'IT', cap: 'large', lot: 175, band: 10, marketCap: 899_000 };
const FACT: Omit<DatedFact, 'symbol' | 'day'> = {
  ...{ layout: 'securities', series: 'EQ', isin: null, name: null, industry: null, cap: null, face_value: null, tick: null, band: null },
  ...{ listed_from: null, status: null, ended_on: null, why: null },
};
const NEW = sampleIsin(300);
const fact = (symbol: string, day: string, said: Partial<DatedFact> = {}): DatedFact => ({ ...FACT, symbol, day, isin: NEW, ...said });
const known = (some: Partial<KnownInstruments>): KnownInstruments => ({ ...NOTHING_KNOWN, shares: ['NEWCO'], isins: new Map([[NEW, 'NEWCO']]), ...some });
const directory = (some: Partial<KnownInstruments>): ShareDirectory => new ShareDirectory(known(some), [BASE]);
const renamed = (old_symbol: string, new_symbol: string, day: string): SymbolChange => ({ company: '', old_symbol, new_symbol, day });
const called = (old_name: string, new_name: string, day: string): NameChange => ({ symbol: 'NEWCO', old_name, new_name, day });

describe('a share on a day', () => {
  test('without lists there is what was known at the release', () => {
    expect(new ShareDirectory(NOTHING_KNOWN, [BASE]).on('TCS', '2026-05-04')).toEqual({
      ...BASE,
      fno: true,
      tradedAs: 'TCS',
      isin: '',
      series: 'EQ',
      tick: null,
    });
    expect(new ShareDirectory(NOTHING_KNOWN, [BASE]).identity('TCS')).toBeNull();
    expect(new ShareDirectory(NOTHING_KNOWN, [BASE]).on('NEWCO', '2026-05-04')).toBeNull();
  });

  test('the first list holds for the time before, too, and each later one from its day on', () => {
    const shares = directory({ facts: [fact('NEWCO', '2026-05-04', { band: 5, series: 'BE' }), fact('NEWCO', '2026-05-11', { band: 20, series: 'EQ' })] });
    const on = (day: string) => shares.on('NEWCO', day);
    expect([on('2026-04-01')?.band, on('2026-05-10')?.band, on('2026-05-11')?.band]).toEqual([5, 5, 20]);
    expect([on('2026-05-10')?.series, on('2026-05-11')?.series]).toEqual(['BE', 'EQ']);
  });

  test.each([
    ['no fixed band', { band: 0 }, { band: 10 }],
    ['no list of bands, trade for trade', { series: 'BE' }, { band: 5 }],
    ['no list of bands', {}, { band: 20 }],
    ['a bank', { industry: 'Financial Services', name: 'Some Bank Ltd.' }, { sector: 'Banks', name: 'Some Bank' }],
    ['an industry that screens call otherwise', { industry: 'Oil Gas & Consumable Fuels' }, { sector: 'Energy' }],
    ['one that they don’t', { industry: 'Textiles' }, { sector: 'Textiles' }],
    ['none', {}, { sector: 'Other', cap: null }],
    ['a list of the larger companies', { cap: 'mid' as const }, { cap: 'mid' }],
    ['a tick of its own', { tick: 0.1 }, { tick: 0.1 }],
  ])('%s', (_, said, expected) => {
    expect(directory({ facts: [fact('NEWCO', '2026-05-04', said)] }).on('NEWCO', '2026-05-05')).toMatchObject(expected);
  });

  test('a tick is believed for a month', () => {
    expect(directory({ facts: [fact('NEWCO', '2026-05-04', { tick: 0.1 })] }).on('NEWCO', '2026-08-05')?.tick).toBeNull();
  });

  test('a company has its name of the day', () => {
    const shares = directory({
      facts: [fact('NEWCO', '2026-06-01', { name: 'New Company Limited' })],
      nameChanges: [called('Old Company Limited', 'New Company Limited', '2026-05-06')],
    });
    expect([shares.on('NEWCO', '2026-05-05')?.name, shares.on('NEWCO', '2026-05-06')?.name]).toEqual(['Old Company', 'New Company']);
  });
});

describe('lots', () => {
  const rows = [
    { symbol: 'TCS', month: '2026-05', lot: 175 },
    { symbol: 'TCS', month: '2026-06', lot: 225 },
    { symbol: 'NIFTY', month: '2026-05', lot: 65 },
    { symbol: 'NIFTY', month: '2026-06', lot: 65 },
    { symbol: 'NIFTY', month: '2026-09', lot: 75 },
  ];
  const lots = [{ day: '2026-05-04', months: ['2026-05', '2026-06', '2026-09'], rows }];
  test.each([
    ['2026-04-30', 175, null],
    ['2026-05-31', 175, 65],
    ['2026-06-01', 225, 65],
    ['2026-08-31', 225, 65],
    ['2026-09-01', 225, 75],
  ])('on %s they are those of the month, and between two months of the one before', (day, share, index) => {
    const shares = directory({ lots });
    expect([shares.on('TCS', day)?.lot, shares.indexLot('NIFTY', day)]).toEqual([share, index]);
  });

  test.each([
    ['2024-06-26', null],
    ['2024-11-19', null],
    ['2024-11-20', 75],
    ['2026-01-01', 65],
  ])('without a list, an index’s on %s is that of its dated row, and unknown before the first', (day, lot) => {
    expect(lotOn('NIFTY', day)).toBe(lot);
  });

  test('before the day of the lots that were known at the release a share has contracts, and their lot is not known', () => {
    const on = (day: string) => new ShareDirectory(NOTHING_KNOWN, [BASE]).on('TCS', day);
    expect([on('2024-06-26'), on('2026-01-02')]).toMatchObject([
      { lot: null, fno: true },
      { lot: 175, fno: true },
    ]);
  });

  test('a share that a later list leaves out has no contracts from its months on', () => {
    const later = { day: '2026-06-01', months: ['2026-06', '2026-09'], rows: rows.filter(({ symbol, month }) => symbol === 'NIFTY' && month > '2026-05') };
    const shares = directory({ lots: [...lots, later] });
    expect([shares.on('TCS', '2026-05-31')?.lot, shares.on('TCS', '2026-06-01')?.lot]).toEqual([175, null]);
  });
});

describe('who carries a symbol', () => {
  const facts = [fact('NEWCO', '2026-06-01')];
  test('what has no ISIN is said of the share that carried the symbol on the day', () => {
    const band = (symbol: string, day: string, value: number): DatedFact => fact(symbol, day, { layout: 'price bands', isin: null, band: value });
    const shares = directory({
      facts: [...facts, band('OLDCO', '2026-05-05', 5), band('NEWCO', '2026-05-06', 10), band('OLDCO', '2026-05-07', 20)],
      symbolChanges: [renamed('OLDCO', 'NEWCO', '2026-05-06')],
    });
    expect([shares.on('NEWCO', '2026-05-05')?.band, shares.on('NEWCO', '2026-05-07')?.band]).toEqual([5, 10]);
    expect([shares.carrier('OLDCO', '2026-05-05'), shares.carrier('OLDCO', '2026-05-07'), shares.carrier('NEWCO', '2026-05-07')]).toEqual([
      'NEWCO',
      null,
      'NEWCO',
    ]);
  });

  test('a name of before is known always, one that it takes from that day', () => {
    const shares = directory({ facts, symbolChanges: [renamed('OLDCO', 'NEWCO', '2026-05-06'), renamed('NEWCO', 'NEXTCO', '2026-07-06')] });
    expect(shares.otherNames()).toEqual([
      { name: 'OLDCO', symbol: 'NEWCO', from: '' },
      { name: 'NEXTCO', symbol: 'NEWCO', from: '2026-07-06' },
    ]);
  });

  test('a list that has the ISIN under another symbol renames it from its day on', () => {
    const shares = directory({ facts: [...facts, fact('NEXTCO', '2026-07-06')] });
    expect(shares.identity('NEWCO')?.carried('2026-07-05')).toBe('NEWCO');
    expect(shares.identity('NEWCO')?.carried('2026-07-06')).toBe('NEXTCO');
  });
});

describe('ends and suspensions', () => {
  const status = (day: string, said: Partial<DatedFact>): DatedFact => fact('NEWCO', day, { layout: 'security file', why: 'a list', ...said });
  test.each<[string, DatedFact[], string, unknown]>([
    ['nothing is said', [fact('NEWCO', '2026-05-01')], '2026-05-06', null],
    ['before it is said', [status('2026-05-06', { status: 'suspended' })], '2026-05-05', null],
    ['suspended', [status('2026-05-06', { status: 'suspended' })], '2026-05-08', { status: 'suspended', from: '2026-05-06', why: 'a list' }],
    ['and back', [status('2026-05-06', { status: 'suspended' }), status('2026-05-08', { status: 'active' })], '2026-05-08', null],
    ['delisted, told in advance', [status('2026-05-01', { status: 'delisted', ended_on: '2026-05-06' })], '2026-05-05', null],
    [
      'on the day',
      [status('2026-05-01', { status: 'delisted', ended_on: '2026-05-06' })],
      '2026-05-06',
      { status: 'delisted', from: '2026-05-06', why: 'a list' },
    ],
    [
      'told years later',
      [status('2026-09-01', { status: 'delisted', ended_on: '2026-05-06' })],
      '2026-05-07',
      { status: 'delisted', from: '2026-05-06', why: 'a list' },
    ],
  ])('%s', (_, facts, day, expected) => {
    expect(directory({ facts }).standing('NEWCO', day)).toEqual(expected);
  });
});
