import { searchInstruments } from '@vimarsh/shared/contract/market/routes.ts';
import { useSessionApi } from '@vimarsh/shared/kit/session.ts';
import type { ComboboxOption } from '@vimarsh/shared/ui/fields/combobox.tsx';
import { useCallback } from 'react';

/** Stocks for a combobox, by symbol or name. It rejects when the server can't be reached, and the combobox says so. */
export function useStockSearch(): (query: string) => Promise<readonly ComboboxOption[]> {
  const { request } = useSessionApi();
  return useCallback(
    async (query: string) => {
      const answer = await request(searchInstruments, { query: { search: query.slice(0, 40), limit: '12' } }, { quiet: true });
      if (!answer.data) throw new Error(answer.validation);
      return answer.data.filter((stock) => stock.kind === 'equity').map((stock) => ({ value: stock.symbol, label: stock.symbol, hint: stock.name }));
    },
    [request],
  );
}
