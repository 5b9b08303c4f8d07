import { z } from 'zod';

import { defineEvent } from '../define-event.ts';
import { FileView } from './views.ts';

export const fileUploaded = defineEvent('file.uploaded', z.object({ file: FileView }));
export const fileDeleted = defineEvent('file.deleted', z.object({ file: FileView }));
