import * as z from 'zod/mini';
import { isCleanText } from './text.ts';

/** The key of a widget as it came. One that is too long is refused before anybody looks it up, with what to do about it. */
export const accessKeyText = z
  .string()
  .check(
    z.trim(),
    z.maxLength(80, { error: 'An access key has at most 80 characters: copy it whole, and nothing else', abort: true }),
    z.refine(isCleanText, 'Contains hidden characters'),
  );
