import { Transformer } from '@napi-rs/image';
import { MOST_PAGES, NotTaken } from './order.ts';
import { copyIn, heap, openPdfium, type Pdfium, written } from './pdfium.ts';

/**
 * Longest side of a page as a picture, px: A4 at 150 dpi, on which eight-point print is 16 px high. At 200 dpi ten pages took
 * more than the processor time that one file may have.
 */
const PAGE_PIXELS = 1754;
/** A4 at most, in points: pages of posters are shown smaller, none larger. */
const PAGE_POINTS = 842;

/** FPDFERR_PASSWORD and FPDFERR_SECURITY. */
const LOCKED = new Set([4, 5]);
const BGRX = 3;
/** FPDF_ANNOT: what was stamped or filled in is part of the document. */
const WITH_ANNOTATIONS = 1;

/**
 * A PDF anew: every page drawn to a picture, and a document of our own made of these pictures. Nothing of the file
 * itself is in it, so nothing of it can act. Fails with NotTaken.
 */
export async function safePdf(bytes: Uint8Array): Promise<Uint8Array> {
  const pdfium = await openPdfium();
  const source = pdfium.FPDF_LoadMemDocument(copyIn(pdfium, bytes), bytes.length, '');
  if (!source) throw new NotTaken(LOCKED.has(pdfium.FPDF_GetLastError()) ? 'locked' : 'damaged');
  const pages = pdfium.FPDF_GetPageCount(source);
  if (pages < 1) throw new NotTaken('damaged');
  if (pages > MOST_PAGES) throw new NotTaken('pages');
  const made = pdfium.FPDF_CreateNewDocument();
  for (let index = 0; index < pages; index += 1) copyPage(pdfium, { source, made, index });
  return written(pdfium, made);
}

function copyPage(pdfium: Pdfium, { source, made, index }: { source: number; made: number; index: number }): void {
  const page = pdfium.FPDF_LoadPage(source, index);
  if (!page) throw new NotTaken('damaged');
  const [across, down] = [pdfium.FPDF_GetPageWidthF(page), pdfium.FPDF_GetPageHeightF(page)];
  const longest = Math.max(across, down);
  if (!(across > 0 && down > 0 && Number.isFinite(longest))) throw new NotTaken('damaged');
  const size = (side: number, most: number) => Math.max(1, Math.round((side / longest) * most));
  const [width, height] = [size(across, PAGE_PIXELS), size(down, PAGE_PIXELS)];
  const bitmap = pdfium.FPDFBitmap_CreateEx(width, height, BGRX, 0, 0);
  if (!bitmap) throw new NotTaken('damaged');
  pdfium.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, 0xffffffff);
  pdfium.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, WITH_ANNOTATIONS);
  const start = pdfium.FPDFBitmap_GetBuffer(bitmap);
  const jpeg = Transformer.fromRgbaPixels(rgba(heap(pdfium).slice(start, start + width * height * 4)), width, height).jpegSync(80);
  pdfium.FPDFBitmap_Destroy(bitmap);
  pdfium.FPDF_ClosePage(page);

  const points = Math.min(longest, PAGE_POINTS);
  const [wide, high] = [(across / longest) * points, (down / longest) * points];
  const copy = pdfium.FPDFPage_New(made, index, wide, high);
  const image = pdfium.FPDFPageObj_NewImageObj(made);
  loadJpeg(pdfium, image, jpeg);
  pdfium.FPDFImageObj_SetMatrix(image, wide, 0, 0, high, 0, 0);
  pdfium.FPDFPage_InsertObject(copy, image);
  pdfium.FPDFPage_GenerateContent(copy);
  pdfium.FPDF_ClosePage(copy);
}

/** PDFium draws blue first and leaves the fourth byte open. In place. */
function rgba(pixels: Uint8Array): Uint8Array {
  for (let at = 0; at < pixels.length; at += 4) {
    const blue = pixels[at]!;
    pixels[at] = pixels[at + 2]!;
    pixels[at + 2] = blue;
    pixels[at + 3] = 255;
  }
  return pixels;
}

/** Hands a JPEG over as PDFium wants it: a structure of length, reader and argument. It is stored as it is. */
function loadJpeg(pdfium: Pdfium, image: number, jpeg: Uint8Array): void {
  const { addFunction, removeFunction, setValue } = pdfium.pdfium;
  const read = addFunction((_argument: number, position: number, target: number, size: number): number => {
    heap(pdfium).set(jpeg.subarray(position, position + size), target);
    return 1;
  }, 'iiiii');
  const access = pdfium.pdfium.wasmExports.malloc(12);
  [jpeg.length, read, 0].forEach((value, at) => void setValue(access + 4 * at, value, 'i32'));
  const loaded = pdfium.FPDFImageObj_LoadJpegFileInline(0, 0, image, access);
  removeFunction(read);
  if (!loaded) throw new NotTaken('damaged');
}
