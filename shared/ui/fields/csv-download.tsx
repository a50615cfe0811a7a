import { Button } from './button.tsx';
import { saveFile } from './save-file.ts';

/** Saves a file that is made when it is asked for. */
export function CsvDownload({ name, text, children = 'Download as CSV' }: { name: string; text: () => string; children?: string }) {
  return <Button onClick={() => saveFile(name, text(), 'text/csv;charset=utf-8')}>{children}</Button>;
}
