export { Calendar, calendarWith, type Holiday, holidayOf, type OpenStateAt, type StoredHoliday } from './calendar.ts';
