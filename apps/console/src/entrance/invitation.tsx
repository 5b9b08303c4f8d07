import { acceptInvitation, getMailedInvitation, isParleyError, type MailedInvitationView, signUp } from '@parley/sdk';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';

import { CallForm } from '../app/call-form.tsx';
import { EntrancePage, linkLook } from '../app/entrance-page.tsx';
import { problemOf } from '../app/problem.ts';
import { useSession, useSessionState } from '../app/session-context.tsx';
import { PasswordField } from '../app/sign-in.tsx';
import { useTexts } from '../app/texts.tsx';
import { Button } from '../ui/button.tsx';
import { Failure, Skeleton } from '../ui/states.tsx';
import { NameFields, NewPasswordField } from './new-person.tsx';

/** Takes an invitation: with a new account, with the one that is there, or with the one that is signed in. */
export function InvitationPage() {
  const t = useTexts();
  const { parley } = useSession();
  const { code } = useParams({ from: '/entrance/handle-invitation/$code/$' });
  const { data, error, refetch } = useQuery({
    queryKey: ['mailed-invitation', code],
    queryFn: () => getMailedInvitation(parley, { code }),
    // Once it is taken, the code is no more.
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (data) return <Invitation code={code} invitation={data} />;
  return (
    <EntrancePage
      title={t('invitation.title')}
      links={
        <Link to="/" className={linkLook}>
          {t('entrance.continue')}
        </Link>
      }
    >
      {error ? (
        <Failure
          problem={problemOf(error, t)}
          {...(!isParleyError(error, 'invitation_not_found') && { onRetry: () => void refetch() })}
        />
      ) : (
        <Skeleton className="h-32" />
      )}
    </EntrancePage>
  );
}

interface InvitationProps {
  code: string;
  invitation: MailedInvitationView;
}

function Invitation({ code, invitation }: InvitationProps) {
  const t = useTexts();
  const session = useSession();
  const navigate = useNavigate();
  const { status, user } = useSessionState();
  const [isKnown, setKnown] = useState(false);
  const [words, setWords] = useState<string>();
  const { email, id_project, project_name } = invitation;
  const accept = () => acceptInvitation(session.parley, { code });
  const onDone = () => void navigate({ to: '/$project', params: { project: id_project }, replace: true });
  const isSignedIn = status === 'signed_in' || status === 'ended';

  if (isSignedIn && user?.email !== email)
    return (
      <EntrancePage title={t('invitation.join', { project: project_name })}>
        <p className="mb-4">{t('invitation.other', { email, own: user?.email ?? '' })}</p>
        <Button onClick={() => void session.signOut()}>{t('invitation.signOut')}</Button>
      </EntrancePage>
    );
  if (isSignedIn)
    return (
      <EntrancePage title={t('invitation.join', { project: project_name })}>
        <CallForm action={t('invitation.submit')} send={accept} onDone={onDone}>
          {() => <p>{t('invitation.own', { email })}</p>}
        </CallForm>
      </EntrancePage>
    );

  async function createAndJoin({ password = '', firstname = '', lastname = '' }) {
    await signUp(session.parley, { email, password, firstname, lastname, invitation: code });
    await session.signIn({ email, password });
  }

  async function signInAndJoin({ password = '' }) {
    await session.signIn({ email, password });
    await accept();
  }

  return (
    <EntrancePage
      title={t('invitation.join', { project: project_name })}
      links={
        <Button look="quiet" onClick={() => setKnown(!isKnown)}>
          {t(isKnown ? 'invitation.new' : 'invitation.known')}
        </Button>
      }
    >
      <p className="mb-3">{t('invitation.text', { email })}</p>
      {words && (
        <p role="status" className="mb-3 rounded-box bg-warn-soft px-3 py-2 text-warn">
          {words}
        </p>
      )}
      {isKnown ? (
        <CallForm
          key="known"
          action={t('invitation.submit')}
          fieldOf={{ invalid_credentials: 'password' }}
          send={signInAndJoin}
          onDone={onDone}
        >
          {(wordsAt) => <PasswordField problem={wordsAt('password')} />}
        </CallForm>
      ) : (
        <CallForm
          key="new"
          action={t('invitation.create')}
          send={createAndJoin}
          onDone={onDone}
          onRefused={(error) => {
            if (!isParleyError(error, 'email_taken')) return;
            setWords(error.msg);
            setKnown(true);
          }}
        >
          {(wordsAt) => (
            <>
              <NameFields {...invitation} wordsAt={wordsAt} />
              <NewPasswordField problem={wordsAt('password')} />
            </>
          )}
        </CallForm>
      )}
    </EntrancePage>
  );
}
