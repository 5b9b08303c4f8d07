import { Language, validationFailed } from '@parley/contracts';
import type { GetLabelsRequest, GetLabelsResponse } from '@parley/proto-gen/workspace/v1/directory';

import type { Context } from '../context.ts';
import { resolve } from '../label/label.ts';
import { languagesFor } from '../shipped-label/shipped-labels.ts';
import { requireDirectoryVersion } from './directory-version.ts';

const maxKeys = 300;

/** @throws projectErrors.project_not_found */
export async function getLabelTexts(
  context: Context,
  { idProject, lang, keys }: GetLabelsRequest,
): Promise<GetLabelsResponse> {
  if (keys.length > maxKeys) throw validationFailed([{ param: 'keys', location: 'body', msg: `At most ${maxKeys}` }]);

  const version = await requireDirectoryVersion(context, idProject);
  // Browsers supply the language; an invalid one resolves to the default.
  const { data: language } = Language.safeParse(lang);
  const own = await context.labels.entriesFor(idProject, language === undefined ? [] : languagesFor(language));
  const labels = resolve(language, own);

  const wanted = new Set(keys);
  const texts = Object.entries(labels.data).filter(([key]) => wanted.size === 0 || wanted.has(key));
  return { lang: labels.lang, texts: Object.fromEntries(texts.map(([key, text]) => [key, textOf(text)])), version };
}

function textOf(value: string | string[]): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
