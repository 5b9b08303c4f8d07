import type { Task } from '@parley/service-kit/tasks';
import { z } from 'zod';

import type { Context } from '../context.ts';

const Payload = z.object({ lead: z.string(), fullname: z.string().optional(), email: z.string().optional() });

/** Sends the name and address that a visitor entered in a form to contacts. */
export async function fillLead({ contacts }: Pick<Context, 'contacts'>, { projectId, payload }: Task): Promise<void> {
  const { lead, fullname, email } = Payload.parse(payload);
  await contacts.fillLead(projectId, lead, { ...(fullname && { fullname }), ...(email && { email }) });
}
