import * as z from 'zod/mini';
import { route } from '../route.ts';
import { text } from '../text.ts';
import { savedView } from './types.ts';

const views = z.array(savedView);

/** Of the caller alone, by name. NOT_ENTITLED without Pro. */
export const listViews = route({
  method: 'GET',
  path: '/reco/v1/views',
  summary: 'The caller’s saved views of data categorisation; needs Pro.',
  access: 'session',
  data: views,
});

/** The same name again replaces what it stood for. Answers all views. BAD_REQUEST beyond `MOST_VIEWS`. */
export const saveView = route({
  method: 'POST',
  path: '/reco/v1/views',
  summary: 'Save a view of data categorisation under a name; needs Pro.',
  access: 'session',
  body: savedView,
  data: views,
});

/** Removing what is not there is no failure. Answers the views that are left. */
export const removeView = route({
  method: 'POST',
  path: '/reco/v1/views/remove',
  summary: 'Remove a saved view by its name; needs Pro.',
  access: 'session',
  body: z.object({ name: text(40, 1) }),
  data: views,
});
