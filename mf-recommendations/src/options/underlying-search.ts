import { readOptionUnderlyings } from '@vimarsh/shared/contract/options-insight/routes.ts';
import { useSessionApi } from '@vimarsh/shared/kit/session.ts';
import type { ComboboxOption } from '@vimarsh/shared/ui/fields/combobox.tsx';
import { useCallback } from 'react';

/** Indices and stocks with options for a combobox. It rejects when the server can't be reached, and the combobox says so. */
export function useUnderlyingSearch(): (query: string) => Promise<readonly ComboboxOption[]> {
  const { request } = useSessionApi();
  return useCallback(
    async (query: string) => {
      const { data } = await request(readOptionUnderlyings, {}, { quiet: true });
      if (!data) throw new Error('No list');
      const wanted = query.trim().toLowerCase();
      return data
        .filter(({ symbol, name }) => `${symbol} ${name}`.toLowerCase().includes(wanted))
        .slice(0, 20)
        .map(({ symbol, name }) => ({ value: symbol, label: symbol, hint: name }));
    },
    [request],
  );
}
