import { route } from '../route.ts';
import { calendarAnswer } from './types.ts';

export const readCalendar = route({
  method: 'GET',
  path: '/market/v1/calendar',
  summary: 'What the exchange has declared since the release: closures, special sessions, hours and moved expiries, from a week ago on.',
  access: 'open',
  data: calendarAnswer,
});
