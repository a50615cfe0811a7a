import { Button } from '@vimarsh/shared/ui/button.tsx';

/** Saves a file that is made when it is asked for. */
export function CsvDownload({ name, text, children = 'Download as CSV' }: { name: string; text: () => string; children?: string }) {
  const save = (): void => {
    const url = URL.createObjectURL(new Blob([text()], { type: 'text/csv;charset=utf-8' }));
    const anchor = document.createElement('a');
    anchor.href = url;
    anchor.download = name;
    anchor.click();
    URL.revokeObjectURL(url);
  };
  return <Button onClick={save}>{children}</Button>;
}
