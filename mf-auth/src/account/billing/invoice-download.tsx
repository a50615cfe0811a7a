import { readInvoice } from '@vimarsh/shared/contract/plans/routes.ts';
import { useRequest } from '@vimarsh/shared/kit/query/query.ts';
import { Button } from '@vimarsh/shared/ui/fields/button.tsx';
import { saveFile } from '@vimarsh/shared/ui/fields/save-file.ts';

/** Saves an invoice or credit note as a PDF. */
export function InvoiceDownload({ number }: { number: string }) {
  const { busy, send } = useRequest(readInvoice);
  async function save() {
    const { data } = await send({ query: { number } });
    if (data)
      saveFile(
        data.file,
        Uint8Array.from(atob(data.pdf), (letter) => letter.charCodeAt(0)),
        'application/pdf',
      );
  }
  return (
    <Button onClick={() => void save()} busy={busy} aria-label={`PDF of ${number}`}>
      PDF
    </Button>
  );
}
