import * as z from 'zod/mini';
import { route } from '../route.ts';
import { id } from '../text.ts';
import { pushSettings, subscription } from './types.ts';

export const readPush = route({
  method: 'GET',
  path: '/base/v1/push',
  summary: 'The key browsers subscribe with, and the caller’s devices that take messages.',
  access: 'session',
  data: pushSettings,
});

/** The specification’s call (S7-MISC-01): `user` is the caller, `registration_id` what `requestToken` answers. */
export const registerPush = route({
  method: 'POST',
  path: '/config/fcm-view/',
  summary: 'Messages to the caller go to this device, too. Until it is signed out, or removed.',
  access: 'session',
  body: z.object({ user: id, type: z.literal('web'), registration_id: z.string().check(z.minLength(1), z.maxLength(2000)) }),
  data: z.object({}),
});

export const requestToken = route({
  method: 'POST',
  path: '/base/v1/push/token',
  summary: 'The registration id for a browser’s subscription: the service that carries our messages may have names of its own for browsers.',
  access: 'session',
  body: subscription,
  data: z.object({ registration_id: z.string() }),
});

export const removePush = route({
  method: 'POST',
  path: '/base/v1/push/remove',
  summary: 'No more messages to one of the caller’s devices.',
  access: 'session',
  body: z.object({ id }),
  data: z.object({}),
});
