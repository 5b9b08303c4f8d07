import { Link, Navigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';

import { EntrancePage, linkLook } from './entrance-page.tsx';
import { useSessionState } from './session-context.tsx';
import { SignInForm } from './sign-in.tsx';
import { SignInWays } from './sign-in-ways.tsx';
import { useTexts } from './texts.tsx';

export function SignInPage() {
  const t = useTexts();
  const { status, isCodeRefused } = useSessionState();
  const { to } = useSearch({ from: '/signin' });
  const [email, setEmail] = useState('');
  if (status === 'signed_in') return <Navigate to={to?.startsWith('/') && !to.startsWith('//') ? to : '/'} replace />;
  return (
    <EntrancePage
      title={t('signin.title')}
      links={
        <>
          <Link to="/signup" className={linkLook}>
            {t('signin.signUp')}
          </Link>
          <Link to="/resetpassword/{-$key}" params={{}} className={linkLook}>
            {t('signin.forgot')}
          </Link>
        </>
      }
    >
      {isCodeRefused && (
        <p role="status" className="mb-4 rounded-box bg-warn-soft px-3 py-2 text-warn">
          {t('signin.codeRefused')}
        </p>
      )}
      <SignInForm onEmail={setEmail} />
      <SignInWays email={email} />
    </EntrancePage>
  );
}
