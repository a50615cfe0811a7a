import type { TextDocument } from '@vimarsh/shared/contract/texts/types.ts';
import { formatDay } from '@vimarsh/shared/domain/text/formats.ts';
import { wordsPdf } from '../platform/files/words-pdf.ts';

/** An information page as a file that names its version on each page. */
export const textPdf = (text: TextDocument): Promise<Uint8Array> =>
  wordsPdf({ ...text, numbered: true, marked: true, foot: `${text.title} · version ${text.version}, in force from ${formatDay(text.effective)}` });
