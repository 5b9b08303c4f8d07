import { Link } from '@tanstack/react-router';

import { useTexts } from '../app/texts.tsx';
import { useWorkplace } from '../app/workplace.tsx';
import { tabLook } from '../ui/page.tsx';

/** The ways between contacts, segments and the import. */
export function ContactTabs() {
  const t = useTexts();
  const params = { project: useWorkplace().projectId };
  return (
    <>
      <Link
        to="/$project/contacts/{-$lead}"
        params={params}
        activeOptions={{ exact: true, includeSearch: false }}
        className={tabLook}
      >
        {t('contacts.title')}
      </Link>
      <Link to="/$project/segments/{-$id}" params={params} className={tabLook}>
        {t('segments.title')}
      </Link>
      <Link to="/$project/contacts/import" params={params} className={tabLook}>
        {t('contacts.import.title')}
      </Link>
    </>
  );
}
