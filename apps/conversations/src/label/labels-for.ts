import type { TextsByLabel } from '@parley/contracts';

import type { Context } from '../context.ts';

/** The texts in the language of a message's request, or in that of the new request. */
export async function labelsFor(
  context: Context,
  message: { id_project: string; request_id: string; language?: string | undefined },
): Promise<TextsByLabel> {
  const { id_project, request_id, language } = message;
  const known = await context.messageQueries.languageOf(id_project, request_id);
  return context.labels.textsOf(id_project, (known ? known.language : language) ?? '');
}
