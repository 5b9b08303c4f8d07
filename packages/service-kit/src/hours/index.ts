export { Calendar, type Holiday, type OpenStateAt } from './calendar.ts';
