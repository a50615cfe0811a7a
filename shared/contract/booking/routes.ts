import * as z from 'zod/mini';
import { route } from '../route.ts';
import { day } from '../text.ts';
import { demoBooking, demoRequest, deskDemo, timeSlot } from './types.ts';

export const readDemos = route({
  method: 'GET',
  path: '/vimarsh_pro/request_demo_detail/',
  summary: 'The caller’s demos, the latest date first, cancelled ones among them; at most 50.',
  access: 'session',
  data: z.array(demoBooking),
});

/** DEMO_CLOSED for a day without demos. */
export const readDemoSlots = route({
  method: 'POST',
  path: '/vimarsh_pro/get_request_demo_slot/',
  summary: 'Every slot of a day, in IST, and whether it is still free.',
  access: 'session',
  body: z.object({ date: day }),
  data: z.array(timeSlot),
});

/** SLOT_TAKEN when somebody else has it; DEMO_CLOSED, DEMO_CONTACT, DEMO_GONE, DEMO_MOST. */
export const requestDemo = route({
  method: 'POST',
  path: '/vimarsh_pro/create-request-demo/',
  summary: 'Book a demo, move one or cancel one. Answers its id, and whether a mail about it was sent.',
  access: 'session',
  body: demoRequest,
  data: z.object({ id: z.string(), by_mail: z.boolean() }),
});

export const deskDemos = route({
  method: 'GET',
  path: '/admin/v1/demo_bookings',
  summary: 'Demos from today on with who booked them, the next first; at most 200.',
  access: 'admin',
  data: z.array(deskDemo),
});
