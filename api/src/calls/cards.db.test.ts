import type { CallCard } from '@vimarsh/shared/contract/calls/cards.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { featureDatabase } from '../platform/testing.ts';
import { type OptionStage, optionDraftOf } from './options/drafts.testing.ts';
import { draftOf, openStage, type Stage } from './testing.ts';

/** Friday 20 Nov 2026, 10:30 IST. */
const START = '2026-11-20T05:00:00.000Z';
const READERS = ['', 'usr_free', 'usr_lite', 'usr_premium', 'usr_pro', 'usr_waits', 'exp_01', 'exp_02'];
const NOBODYS = 'call_00000000-0000-4000-8000-000000000000';

describe.each(await featureDatabase())('cards of calls on %s', { timeout: 120_000 }, (database) => {
  let stage: Stage;
  const ids: string[] = [];
  /** Nobody closes this one. */
  let open = '';
  const cardsFor = async (reader: string, asked: readonly string[] = ids): Promise<CallCard[]> => {
    const { data, validation } = await stage.get(reader, `/reco/v1/cards?ids=${asked.join(',')}`);
    expect(validation).toBe('');
    return data.cards;
  };
  const pathOf = (id: string): string => (id === ids[1] ? `/reco/v1/options/calls/${id}` : `/reco/v1/calls/${id}`);

  beforeAll(async () => {
    stage = await openStage({ database, start: START });
    const market = stage.market as OptionStage;
    const publish = async (stock: string): Promise<string> => {
      const last = stage.market.quote(stock)!.ltp;
      const levels = { entry_low: last, entry_high: last, target: Math.round(last * 1.08), stop_loss: Math.round(last * 0.96) };
      const draft = draftOf({ stock, ...levels, valid_till: '2026-12-15' });
      const answer = await stage.post('exp_01', '/reco/v1/calls', { cid: `cards-${stock}`, draft });
      expect(answer.validation, JSON.stringify(answer.problems)).toBe('');
      return answer.data.id;
    };
    // The week's free call is everyone's to read.
    await publish('TCS');
    const share = await publish('INFY');
    open = await publish('HDFCBANK');
    const contracts = await optionDraftOf(market, 'NIFTY', '2026-11-23', [
      ['buy', 'CE', 2],
      ['sell', 'CE', 6],
    ]);
    const option = await stage.post('exp_01', '/reco/v1/options/calls', { cid: 'cards-2', draft: contracts });
    expect(option.validation, JSON.stringify(option.problems)).toBe('');
    ids.push(share, option.data.id, open, NOBODYS);
  }, 120_000);
  afterAll(() => stage?.end());

  const asTheirPages = async (): Promise<void> => {
    for (const reader of READERS) {
      const cards = await cardsFor(reader);
      expect(
        cards.map(({ id }) => id),
        reader,
      ).toEqual(ids);
      for (const { id, card, refused } of cards) {
        const alone = await stage.get(reader, pathOf(id));
        expect([reader, id, refused]).toEqual([reader, id, alone.code ?? '']);
        expect(card?.status).toBe(alone.data?.status);
      }
    }
  };

  test('every reader gets each call as its own page would answer them, in the order of the question, and nothing of the others', async () => {
    await asTheirPages();
    expect((await cardsFor('exp_01')).map(({ card }) => card && ('stock' in card ? card.stock : card.underlying))).toEqual(['INFY', 'NIFTY', 'HDFCBANK', null]);
    expect((await cardsFor('')).map(({ card }) => card)).toEqual([null, null, null, null]);
    expect(JSON.stringify(await cardsFor('usr_free'))).not.toMatch(/INFY|NIFTY|HDFC|target/);
  });

  test('a card follows its call, and calls of the other order keep that order', async () => {
    const before = (await cardsFor('exp_01', [ids[1]!, ids[0]!])).map(({ id, card }) => [id, card!.status]);
    expect(before.map(([id]) => id)).toEqual([ids[1], ids[0]]);
    await stage.post('exp_01', `/reco/v1/calls/${ids[0]}/exit`, { reason: 'The reason for it is gone.' });
    await stage.goTo('2026-11-20T05:30:00.000Z');
    const [card] = await cardsFor('exp_01', [ids[0]!]);
    const alone = await stage.get('exp_01', pathOf(ids[0]!));
    expect(card!.card!.status).toBe(alone.data.status);
    expect(card!.card!.status).not.toBe(before[1]![1]);
  });

  test('on the next day those whose lists count it as locked are told that their plan does not have it', async () => {
    await stage.goTo('2026-11-23T05:00:00.000Z');
    await asTheirPages();
    const refusals = await Promise.all(['usr_free', 'usr_pro'].map(async (reader) => (await cardsFor(reader, [open]))[0]!.refused));
    expect(refusals).toEqual(['NOT_ENTITLED', '']);
  });

  test('a long list, an empty one and what is no id are refused', async () => {
    const many = Array.from({ length: 51 }, (_, at) => `call_${at}`);
    for (const asked of [many.join(','), '', "a'b"]) {
      const { http, code } = await stage.get('usr_pro', `/reco/v1/cards?ids=${encodeURIComponent(asked)}`);
      expect([http, code], asked).toEqual([400, 'BAD_REQUEST']);
    }
  });
});
