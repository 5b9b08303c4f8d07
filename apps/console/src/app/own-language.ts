import type { I18n } from '@lingui/core';
import { getUser, type Parley, type UserView, updateUser, withResponse } from '@parley/sdk';

import { chosenLanguage, type Language, languages, switchLanguage } from './language.ts';
import { preferences, setPreferences } from './preferences.ts';

/** Member of the user's `attributes`: the language they chose for the console. */
const member = 'console.language';

export function ownLanguage({ attributes }: Pick<UserView, 'attributes'>): Language | undefined {
  return languages.find((language) => language === attributes[member]);
}

/** Turns the page into the language of the person who has just signed in. A failure leaves it as it is. */
export async function takeOwnLanguage(parley: Parley, i18n: I18n): Promise<void> {
  try {
    await turnInto(i18n, ownLanguage(await getUser(parley)));
  } catch {
    // The language of the browser does, until the next sign-in.
  }
}

/** Keeps the person's choice; undefined: that of the browser. @throws ParleyError */
export async function chooseLanguage(parley: Parley, i18n: I18n, language: Language | undefined): Promise<UserView> {
  // Attributes are replaced as a whole: the version keeps what another client adds meanwhile.
  const { data, etag } = await withResponse(getUser)(parley, {});
  const { [member]: _, ...others } = data.attributes;
  const attributes = { ...others, ...(language && { [member]: language }) };
  const { updatedUser } = await updateUser(parley, { attributes }, { ifMatch: etag });
  await turnInto(i18n, language);
  return updatedUser;
}

/** This browser remembers it for the time before the next sign-in. */
async function turnInto(i18n: I18n, language: Language | undefined): Promise<void> {
  if (language !== preferences().language) setPreferences({ language });
  const chosen = chosenLanguage(language);
  if (chosen !== 'ar-XB') await switchLanguage(i18n, chosen);
}
