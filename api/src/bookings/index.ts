export { createBookings } from './create-bookings.ts';
