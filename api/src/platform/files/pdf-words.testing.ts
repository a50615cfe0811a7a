import { copyIn, heap, openPdfium } from './pdfium.ts';

/** The words of each page, as a reader of PDFs finds them. */
export const pagesOf = async (file: Uint8Array): Promise<string[]> => (await pageLinesOf(file)).map((page) => page.replaceAll(/\s+/g, ' '));

/** The text of each page with its line ends. */
export async function pageLinesOf(file: Uint8Array): Promise<string[]> {
  const pdfium = await openPdfium();
  const document = pdfium.FPDF_LoadMemDocument(copyIn(pdfium, file), file.length, '');
  return Array.from({ length: pdfium.FPDF_GetPageCount(document) }, (_, index) => {
    const page = pdfium.FPDFText_LoadPage(pdfium.FPDF_LoadPage(document, index));
    const count = pdfium.FPDFText_CountChars(page);
    const at = pdfium.pdfium.wasmExports.malloc(2 * count + 2);
    pdfium.FPDFText_GetText(page, 0, count, at);
    return Buffer.from(heap(pdfium).slice(at, at + 2 * count)).toString('utf16le');
  });
}
