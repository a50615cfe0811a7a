import { describe, expect, test } from 'vitest';
import { quotesStep } from './quotes-step.ts';
import { closingOf, END, ENTRY, publish, recordOf, type Said, STOPPED } from './recorded.testing.ts';

describe('fills and ends from the quotes on record', () => {
  test('hold for a call that was stopped, and are counted', () => {
    expect(quotesStep(recordOf(publish(), ENTRY, closingOf(), END))).toEqual({
      label: 'Quotes give each fill and end',
      ok: true,
      detail: '3 judged again from the quotes on record',
    });
  });

  test('an older decision without quotes is counted and not judged', () => {
    const { first: _, quotes: _quotes, underlying: _underlying, ...older } = STOPPED;
    expect(quotesStep(recordOf(publish(), ENTRY, ['closing', '04:40', older], END))).toMatchObject({
      ok: true,
      detail: '2 judged again from the quotes on record; 1 from before quotes were kept',
    });
  });

  test('hold for a decision whose prices came late: its own time counts', () => {
    const late = (said: Said, ts: string): Said => [said[0], ts, { ...said[2], at: `2026-11-20T${said[1]}:00.000Z` }];
    expect(quotesStep(recordOf(publish(), ENTRY, late(closingOf(), '21 04:00'), late(END, '21 04:00')))).toMatchObject({ ok: true });
  });

  test('hold for a settlement by the value of the underlying, and not for another worth', () => {
    const settled = (price: number): Said => [
      'expired',
      '23 10:10',
      {
        basis: 'settlement',
        settlement: 'Settled in cash at the closing value 24,150.00 of 2026-11-23',
        value: 24_150,
        legs: [
          { price, mid: price },
          { price: 0, mid: 0 },
        ],
        rules: 1,
      },
    ];
    expect(quotesStep(recordOf(publish(), ENTRY, settled(150)))).toMatchObject({ ok: true });
    expect(quotesStep(recordOf(publish(), ENTRY, settled(151)))).toMatchObject({ ok: false, detail: 'Does not hold for 3' });
  });

  test('hold for levels on the underlying by its own prices, whatever the legs were quoted at', () => {
    const on = publish({ level_basis: 'underlying', target: 24_300, stop_loss: 23_945 });
    const without = { mids: [null, null], quotes: [null, { bid: null, ask: null }] };
    expect(quotesStep(recordOf(on, ENTRY, closingOf(without), END))).toMatchObject({ ok: true });
    expect(quotesStep(recordOf(on, ENTRY, closingOf({ ...without, underlying: { open: 23_960, high: 23_965, low: 23_946 } }), END))).toMatchObject({
      detail: 'Does not hold for 3',
    });
  });

  test.each<readonly [name: string, events: readonly Said[], wrong: string]>([
    [
      'quotes at which the stop-loss was not reached',
      [
        publish(),
        ENTRY,
        closingOf({
          quotes: [
            { bid: 210, ask: 212 },
            { bid: 113, ask: 115 },
          ],
          mids: [211, 114],
        }),
        END,
      ],
      '3',
    ],
    ['another middle than that of the quotes', [publish(), ENTRY, closingOf({ mids: [206, 113] }), END], '3'],
    ['a gap in the middle of a session', [publish(), ENTRY, closingOf({ basis: 'gap' }), ['sl_hit', '04:41', { ...END[2], basis: 'gap' }]], '3'],
    ['a target where the stop-loss was reached', [publish(), ENTRY, closingOf({ as: 'target_hit' }), ['target_hit', '04:41', END[2]]], '3'],
    ['an end that was not decided', [publish(), ENTRY, END], '3'],
    ['an end sooner than a minute after it', [publish(), ENTRY, closingOf(), ['sl_hit', '04:40', END[2]]], '4'],
    ['another end than was decided', [publish(), ENTRY, closingOf(), ['expired', '04:41', END[2]]], '4'],
    ['an entry within the minute after the publication', [publish(), ['entry_fill', '04:30', ENTRY[2]], closingOf(), END], '2'],
    ['an entry beyond the limit', [publish({ net_limit: 121 }), ENTRY, closingOf(), END], '2'],
    ['rules that nobody knows', [publish(), ENTRY, closingOf({ rules: 2 }), END], '3'],
  ])('are told from %s', (_, events, wrong) => {
    expect(quotesStep(recordOf(...events))).toMatchObject({ ok: false, detail: `Does not hold for ${wrong}` });
  });

  test('are not looked for in what can’t be read', () => {
    expect(quotesStep(recordOf(publish(), ENTRY, closingOf({ quotes: [null] })))).toMatchObject({ ok: false, detail: 'The events can’t be read' });
  });

  describe('of a call that waits', () => {
    const STEP = { cause: 'price_step', day: '2026-11-20', before: 800, opened: 400 };
    const waits: Said = ['not_judgeable', '10:05', STEP];
    const stands = { status: 'active', entry: null, exit: null };
    const out = { ...stands, status: 'cancelled' };
    const people = { reason: 'The exchange confirms it.', proposed_by: 'a', approved_by: 'b' };
    const goOn = { corrects: 3, decision: 'go_on', day: '2026-11-20', cause: 'price_step', before: stands, after: stands, ...people };
    const takenOut = { corrects: 3, decision: 'void', before: stands, after: out, ...people };
    /** Corrections are of the person who approved, all else as it is. */
    const told = (...said: readonly Said[]) =>
      quotesStep(recordOf(publish(), ENTRY, ...said).map((event) => (event.type === 'correction' ? { ...event, actor: 'b' } : event)));
    const later = (said: Said): Said => [said[0], `23 ${said[1]}`, said[2]];

    test.each<readonly [name: string, said: readonly Said[], ok: boolean]>([
      ['the wait, once', [waits], true],
      ['the same again', [waits, waits], false],
      ['another cause of it', [waits, ['not_judgeable', '10:06', { ...STEP, cause: 'suspended', opened: null }]], true],
      ['a step without its prices', [['not_judgeable', '10:05', { ...STEP, opened: null }]], false],
      ['a missing day with prices', [['not_judgeable', '10:05', { ...STEP, cause: 'missing_day' }]], false],
      ['a decision meanwhile', [waits, later(closingOf()), later(END)], false],
      ['a decision after a list told', [waits, ['judgeable', '10:06', { day: '2026-11-20' }], later(closingOf()), later(END)], true],
      ['judged again without a wait', [['judgeable', '10:06', { day: '2026-11-20' }]], false],
      ['a decision after two people let it go on', [waits, ['correction', '11:00', goOn], later(closingOf()), later(END)], true],
      ['a wait for what they settled', [waits, ['correction', '11:00', goOn], ['not_judgeable', '11:05', STEP]], false],
      ['taken out', [waits, ['correction', '11:00', takenOut]], true],
      ['settled by one person', [waits, ['correction', '11:00', { ...goOn, proposed_by: 'b' }]], false],
      ['settled for another day', [waits, ['correction', '11:00', { ...goOn, day: '2026-11-19' }]], false],
      ['settled without a wait', [['correction', '11:00', { ...goOn, corrects: 2 }]], false],
      ['taken out, and its numbers told wrong', [waits, ['correction', '11:00', { ...takenOut, after: stands }]], false],
    ])('%s', (_, said, ok) => expect(told(...said).ok).toBe(ok));

    test('a wait that a person wrote is none', () => {
      const events = recordOf(publish(), ENTRY, waits).map((event) => (event.type === 'not_judgeable' ? { ...event, actor: 'exp_01' } : event));
      expect(quotesStep(events)).toMatchObject({ ok: false, detail: 'Does not hold for 3' });
    });
  });
});
