import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { init, type WrappedPdfiumModule } from '@embedpdf/pdfium';

export type Pdfium = WrappedPdfiumModule;

/** PDFium with a memory of its own, which goes when nobody holds it any more. */
export async function openPdfium(): Promise<Pdfium> {
  const wasm = await readFile(createRequire(import.meta.url).resolve('@embedpdf/pdfium/pdfium.wasm'));
  const pdfium = await init({ wasmBinary: wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.byteLength) as ArrayBuffer });
  pdfium.PDFiumExt_Init();
  return pdfium;
}

/** PDFium's memory. It moves when it grows, so it is asked for anew each time. */
export const heap = (pdfium: Pdfium): Uint8Array => (pdfium.pdfium as unknown as { HEAPU8: Uint8Array }).HEAPU8;

export function copyIn(pdfium: Pdfium, bytes: Uint8Array): number {
  const at = pdfium.pdfium.wasmExports.malloc(bytes.length);
  heap(pdfium).set(bytes, at);
  return at;
}

/** The document as a file. */
export function written(pdfium: Pdfium, document: number): Uint8Array {
  const writer = pdfium.PDFiumExt_OpenFileWriter();
  pdfium.PDFiumExt_SaveAsCopy(document, writer);
  const size = pdfium.PDFiumExt_GetFileWriterSize(writer);
  const at = pdfium.pdfium.wasmExports.malloc(size);
  pdfium.PDFiumExt_GetFileWriterData(writer, at, size);
  return heap(pdfium).slice(at, at + size);
}
