import { readOptionUnderlyings } from '@vimarsh/shared/contract/options-insight/routes.ts';
import { useSessionApi } from '@vimarsh/shared/kit/session.ts';
import type { ComboboxOption } from '@vimarsh/shared/ui/fields/combobox.tsx';
import { useCallback } from 'react';

interface Listed {
  readonly symbol: string;
  readonly name: string;
}

/** Those whose symbol or name has the words, first the one whose symbol they are, then those that begin with them: "NIFTY" is no BANKNIFTY. */
export function matchingUnderlyings<L extends Listed>(listed: readonly L[], written: string): L[] {
  const wanted = written.trim().toLowerCase();
  const far = ({ symbol }: L): number => {
    const own = symbol.toLowerCase();
    return own === wanted ? 0 : own.startsWith(wanted) ? 1 : 2;
  };
  return listed.filter(({ symbol, name }) => `${symbol} ${name}`.toLowerCase().includes(wanted)).sort((a, b) => far(a) - far(b));
}

/** Indices and stocks with options for a combobox. It rejects when the server can't be reached, and the combobox says so. */
export function useUnderlyingSearch(): (query: string) => Promise<readonly ComboboxOption[]> {
  const { request } = useSessionApi();
  return useCallback(
    async (query: string) => {
      const { data } = await request(readOptionUnderlyings, {}, { quiet: true });
      if (!data) throw new Error('No list');
      return matchingUnderlyings(data, query)
        .slice(0, 20)
        .map(({ symbol, name }) => ({ value: symbol, label: symbol, hint: name }));
    },
    [request],
  );
}
