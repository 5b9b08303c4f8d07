import { AppError } from '@parley/contracts';

import type { Context } from '../context.ts';
import { judge } from './sign-in-domain.ts';

/** Looks up proved domains again, each once a day: one whose record has been missing for three days is proved no longer. */
export async function checkDomains(context: Context): Promise<void> {
  const at = new Date();
  for (const { projectId, domain } of await context.signInDomains.due(at)) {
    const records = await context.txtRecords(domain);
    try {
      await context.signInDomains.update(projectId, domain, (current) => judge(current, records, at));
    } catch (error) {
      // Removed meanwhile, or with its project.
      if (!(error instanceof AppError)) throw error;
    }
  }
}
