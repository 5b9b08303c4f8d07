import type { Translate } from './texts.tsx';

/** What a project's first department is called until the team names it. */
const unnamed = 'Default Department';

/** As people read it: a department that the team has not named is a general one. */
export function departmentName(name: string, t: Translate): string {
  return name === unnamed ? t('inbox.general') : name;
}
