import { searchInstruments } from '@vimarsh/shared/contract/market/routes.ts';
import { useSessionApi } from '@vimarsh/shared/kit/session.ts';
import { Combobox } from '@vimarsh/shared/ui/fields/combobox.tsx';

/** One stock, by name or symbol. */
export function StockPick({ label, value, onChange }: { label: string; value: string; onChange: (symbol: string) => void }) {
  const session = useSessionApi();
  return (
    <Combobox
      label={label}
      placeholder="Name or symbol"
      value={value ? { value, label: value } : null}
      onChange={(option) => option && onChange(option.value)}
      load={async (query) => {
        const answer = await session.request(searchInstruments, { query: { search: query.slice(0, 40), limit: '12' } }, { quiet: true });
        if (!answer.data) throw new Error(answer.validation);
        return answer.data.map((stock) => ({ value: stock.symbol, label: stock.symbol, hint: stock.name }));
      }}
    />
  );
}
