import { verifyEmail } from '@parley/sdk';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';

import { CallForm } from '../app/call-form.tsx';
import { EntrancePage, linkLook } from '../app/entrance-page.tsx';
import { useSession } from '../app/session-context.tsx';
import { useTexts } from '../app/texts.tsx';

/** Proves an address by the code of its mail, after a click: programs that look at the links of mails must not use it up. */
export function VerifyEmailPage() {
  const t = useTexts();
  const { parley } = useSession();
  const { user, code } = useParams({ from: '/entrance/verify/email/$user/$code' });
  const [isDone, setDone] = useState(false);
  return (
    <EntrancePage
      title={t('verify.title')}
      links={
        <Link to="/" className={linkLook}>
          {t('entrance.continue')}
        </Link>
      }
    >
      {isDone ? (
        <p role="status">{t('verify.done')}</p>
      ) : (
        <CallForm
          action={t('verify.submit')}
          send={() => verifyEmail(parley, { id_user: user, code })}
          onDone={() => setDone(true)}
        >
          {() => <p>{t('verify.text')}</p>}
        </CallForm>
      )}
    </EntrancePage>
  );
}
