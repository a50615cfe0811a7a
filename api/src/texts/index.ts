export { createTexts, type Texts } from './create-texts.ts';
