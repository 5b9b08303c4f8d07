import { signUp } from '@parley/sdk';
import { Link, Navigate } from '@tanstack/react-router';
import { useState } from 'react';

import { CallForm } from '../app/call-form.tsx';
import { EntrancePage, linkLook } from '../app/entrance-page.tsx';
import { useSession, useSessionState } from '../app/session-context.tsx';
import { EmailField } from '../app/sign-in.tsx';
import { useTexts } from '../app/texts.tsx';
import { NameFields, NewPasswordField } from './new-person.tsx';

/** A new account, and at once the session of its person. */
export function SignUpPage() {
  const t = useTexts();
  const session = useSession();
  const { status } = useSessionState();
  const [mailedTo, setMailedTo] = useState<string>();
  if (status === 'signed_in') return <Navigate to="/" replace />;

  async function create({ email = '', password = '', firstname = '', lastname = '' }) {
    await signUp(session.parley, { email, password, firstname, lastname });
    // Where addresses have to be proved first, or one that is taken is kept secret, the mail leads on.
    await session.signIn({ email, password }).catch(() => setMailedTo(email));
  }

  return (
    <EntrancePage
      title={t('signup.title')}
      links={
        <Link to="/signin" className={linkLook}>
          {t('signup.signIn')}
        </Link>
      }
    >
      {mailedTo ? (
        <p role="status">{t('signup.mailed', { email: mailedTo })}</p>
      ) : (
        <CallForm action={t('signup.submit')} fieldOf={{ email_taken: 'email' }} send={create}>
          {(wordsAt) => (
            <>
              <NameFields wordsAt={wordsAt} />
              <EmailField problem={wordsAt('email')} />
              <NewPasswordField problem={wordsAt('password')} />
            </>
          )}
        </CallForm>
      )}
    </EntrancePage>
  );
}
