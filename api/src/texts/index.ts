export { createTexts, readLibrary, type Texts } from './create-texts.ts';
export { textPdf } from './text-pdf.ts';
