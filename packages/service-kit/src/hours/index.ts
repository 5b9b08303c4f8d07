export { Calendar, calendarWith, holidayOf, type OpenStateAt, type StoredHoliday } from './calendar.ts';
