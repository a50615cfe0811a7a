import * as z from 'zod/mini';
import { route } from '../route.ts';
import { id } from '../text.ts';
import { alertCondition, alertList } from './types.ts';

export const listAlerts = route({
  method: 'GET',
  path: '/base/v1/alerts',
  summary: 'The caller’s alerts, the newest first.',
  access: 'session',
  data: alertList,
});

/** ALERT_REACHED where it is so already, ALERT_TWICE for an equal one, ALERT_MOST beyond the most, NOT_ENTITLED for what a plan lacks. */
export const setAlert = route({
  method: 'POST',
  path: '/base/v1/alerts',
  summary: 'Set an alert on a price, a move, an RSI, open interest or a new call; it is judged here. Answers all alerts.',
  access: 'session',
  body: z.object({ condition: alertCondition, repeats: z.boolean() }),
  data: alertList,
});

/** What happens while it is paused is not told. Going on is refused like a new one where it is so already. */
export const pauseAlert = route({
  method: 'POST',
  path: '/base/v1/alerts/pause',
  summary: 'Pause one of the caller’s alerts, or let a paused or fired one go on. Answers all alerts.',
  access: 'session',
  body: z.object({ id, on: z.boolean() }),
  data: alertList,
});

/** Removing what is not there is no failure. */
export const removeAlert = route({
  method: 'POST',
  path: '/base/v1/alerts/remove',
  summary: 'Remove one of the caller’s alerts. Answers those that are left.',
  access: 'session',
  body: z.object({ id }),
  data: alertList,
});
