import { z } from 'zod';

import { defineEvent } from '../define-event.ts';
import { ExportInEvent } from './export.views.ts';

const exportChange = z.object({ export: ExportInEvent });

/** Source: contract 90 section 7. */
export const exportRequested = defineEvent('export.requested', exportChange);
/** Addresses of its parts were handed out. */
export const exportSigned = defineEvent('export.signed', exportChange);
export const exportDeleted = defineEvent('export.deleted', exportChange);
