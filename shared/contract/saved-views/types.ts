import * as z from 'zod/mini';
import { slice } from '../categorisation/types.ts';
import { text } from '../text.ts';

/** The most views one user keeps. */
export const MOST_VIEWS = 20;

/** A slice of data categorisation that a user keeps by a name of theirs. */
export const savedView = z.object({ name: text(40, 1), slice });

export type SavedView = z.output<typeof savedView>;
