import { css } from '@emotion/react';
import { searchInstruments } from '@vimarsh/shared/contract/market/routes.ts';
import { stockPage } from '@vimarsh/shared/domain/routing/places.ts';
import { navigate } from '@vimarsh/shared/kit/router.tsx';
import { useSessionApi } from '@vimarsh/shared/kit/session.ts';
import { SymbolLink } from '@vimarsh/shared/ui/calls/symbol-link.tsx';
import { Combobox, type ComboboxOption } from '@vimarsh/shared/ui/fields/combobox.tsx';
import { Card, linkRow } from '../insight/parts.view.tsx';

const POPULAR = ['RELIANCE', 'HDFCBANK', 'TCS', 'INFY', 'M&M', 'ITC', 'LT', 'SUNPHARMA', 'NIFTY', 'BANKNIFTY'];

const rowCss = css`
  flex-wrap: wrap;
  gap: 4px 8px;
`;

/** Without a stock, or with one that nobody knows: why, and the way to another. */
export function Choose({ text }: { text: string }) {
  const session = useSessionApi();
  const load = async (search: string): Promise<ComboboxOption[]> => {
    const found = await session.request(searchInstruments, { query: { search, limit: '8' } }, { quiet: true });
    return (found.data ?? []).map((item) => ({ value: item.symbol, label: item.symbol, hint: item.name }));
  };
  return (
    <>
      {text ? <p role="status">{text} Look it up by its symbol or its name.</p> : null}
      <Combobox label="Stock or index" value={null} load={load} onChange={(option) => option && navigate(stockPage(option.value))} />
      <Card title="Often looked at">
        <div css={[linkRow, rowCss]}>
          {POPULAR.map((symbol) => (
            <SymbolLink key={symbol} symbol={symbol} />
          ))}
        </div>
      </Card>
    </>
  );
}
