import { istDay } from './ist-day.ts';

const DAY = 86_400_000;

/** Calendar days from the IST date of an instant to a date; below zero once it has passed. */
export const daysTo = (day: string, from: Date): number => (Date.parse(day) - Date.parse(istDay(from))) / DAY;
