import { checkPasswordResetKey, isParleyError, requestPasswordReset, resetPassword } from '@parley/sdk';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';

import { CallForm } from '../app/call-form.tsx';
import { EntrancePage, linkLook } from '../app/entrance-page.tsx';
import { problemOf } from '../app/problem.ts';
import { useSession } from '../app/session-context.tsx';
import { EmailField } from '../app/sign-in.tsx';
import { useTexts } from '../app/texts.tsx';
import { Failure, Skeleton } from '../ui/states.tsx';
import { NewPasswordField } from './new-person.tsx';

export function ResetPasswordPage() {
  const { key } = useParams({ from: '/entrance/resetpassword/{-$key}' });
  return key ? <SetPassword resetKey={key} /> : <AskForLink />;
}

/** Asks for a mail with a link; says the same whether the address is known or not. */
function AskForLink() {
  const t = useTexts();
  const { parley } = useSession();
  const [isAsked, setAsked] = useState(false);
  return (
    <EntrancePage title={t('reset.askTitle')} links={<ToSignIn />}>
      {isAsked ? (
        <p role="status">{t('reset.asked')}</p>
      ) : (
        <CallForm
          action={t('reset.ask')}
          send={({ email = '' }) => requestPasswordReset(parley, { email })}
          onDone={() => setAsked(true)}
        >
          {(wordsAt) => (
            <>
              <p className="text-ink-soft">{t('reset.askText')}</p>
              <EmailField problem={wordsAt('email')} />
            </>
          )}
        </CallForm>
      )}
    </EntrancePage>
  );
}

function SetPassword({ resetKey: key }: { resetKey: string }) {
  const t = useTexts();
  const { parley } = useSession();
  const [isDone, setDone] = useState(false);
  const valid = useQuery({
    queryKey: ['reset-key', key],
    queryFn: () => checkPasswordResetKey(parley, { key }),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <EntrancePage title={t('reset.title')} links={<ToSignIn />}>
      {isDone && <p role="status">{t('reset.done')}</p>}
      {!isDone && valid.error && (
        <>
          <Failure
            problem={problemOf(valid.error, t)}
            {...(!isParleyError(valid.error, 'reset_key_invalid') && { onRetry: () => void valid.refetch() })}
          />
          <p className="text-center">
            <Link to="/resetpassword/{-$key}" params={{ key: undefined }} className={linkLook}>
              {t('reset.again')}
            </Link>
          </p>
        </>
      )}
      {!isDone && valid.isPending && <Skeleton className="h-32" />}
      {!isDone && valid.data && (
        <CallForm
          action={t('reset.submit')}
          send={({ password = '' }) => resetPassword(parley, { key, password })}
          onDone={() => setDone(true)}
        >
          {(wordsAt) => <NewPasswordField problem={wordsAt('password')} />}
        </CallForm>
      )}
    </EntrancePage>
  );
}

function ToSignIn() {
  return (
    <Link to="/signin" className={linkLook}>
      {useTexts()('entrance.toSignIn')}
    </Link>
  );
}
