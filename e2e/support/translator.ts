export { startTranslator, type Translator } from '../../shared/page/translator.testing.ts';
