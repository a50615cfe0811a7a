import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { featureDatabase, freshPlace } from '../../platform/testing.ts';
import { openStage } from '../testing.ts';
import { type OptionStage, optionDraftOf } from './drafts.testing.ts';

const START = '2026-11-20T05:00:00.000Z';
const AT_ONCE = { page: 1000, pause: async () => undefined };

describe.each(await featureDatabase())('rows of option calls by older rules on %s', (database) => {
  test('are made anew from the record at the start, so that the check finds what is signed', async () => {
    const { place, remove } = await freshPlace(database);
    try {
      const before = await openStage({ database, place, start: START });
      const levels = { outlook: 'bullish', target: { basis: 'pnl', value: 2000 }, stop: { basis: 'pnl', value: -1000 } } as const;
      const spread = [['buy', 'CE', 0] as const, ['sell', 'CE', 4] as const];
      const sound = await optionDraftOf(before.market as OptionStage, 'NIFTY', '2026-11-23', spread, levels);
      const other = 'The author has held five units of an index fund on NIFTY since March 2024.';
      const draft = { ...sound, disclosures: { ...sound.disclosures, holds: true, other } };
      const { data, validation } = await before.post('exp_01', '/reco/v1/options/calls', { cid: 'old', draft });
      expect(validation).toBe('');
      const { max_loss, conflicts } = data;
      expect(conflicts).toBe(1);
      await sql`update option_calls set max_loss = max_loss + 0.01, conflicts = 0`.execute(before.platform.db);
      await expect(before.ledger.audit(AT_ONCE)).rejects.toThrow('shows another thing');
      await sql`update ledger_row_rules set rules = rules - 1`.execute(before.platform.db);
      await before.end();

      const after = await openStage({ database, place, start: START });
      await after.ledger.audit(AT_ONCE);
      expect((await after.get('exp_01', `/reco/v1/options/calls/${data.id}`)).data).toMatchObject({ max_loss, conflicts: 1 });
      await after.end();
    } finally {
      await remove();
    }
  });
});
