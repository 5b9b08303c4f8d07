import { z } from 'zod';

import { defineEvent } from '../define-event.ts';
import { HolidayView } from './holiday.views.ts';

const holidayChange = z.object({ holiday: HolidayView, changes: z.array(z.string()).optional() });

/** Source: contract 25 section 17. */
export const holidayCreated = defineEvent('holiday.created', holidayChange);
export const holidayUpdated = defineEvent('holiday.updated', holidayChange);
export const holidayDeleted = defineEvent('holiday.deleted', holidayChange);
