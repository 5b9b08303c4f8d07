import type { TextsByLabel } from '@parley/contracts';

import type { Context } from '../context.ts';

/** The texts of a message's request: in its language, or in the one a new request is given. */
export async function labelsFor(
  context: Context,
  message: { id_project: string; request_id: string; language?: string | undefined },
): Promise<TextsByLabel> {
  const { id_project, request_id, language } = message;
  const known = await context.messageQueries.languageOf(id_project, request_id);
  return context.labels.textsOf(id_project, (known ? known.language : language) ?? '');
}
