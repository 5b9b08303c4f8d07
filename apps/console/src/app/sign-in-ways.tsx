import { findConnection, isParleyError, listConnections } from '@parley/sdk';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';

import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Refusal } from '../ui/states.tsx';
import { CallForm } from './call-form.tsx';
import { type FactorChallenge, FactorForm } from './factor-form.tsx';
import type { MessageId } from './language.ts';
import { hasPasskeys, isPasskeyCancelled, signInByPasskey } from './passkey.ts';
import { mayPass, problemOf } from './problem.ts';
import { useSession } from './session-context.tsx';
import { PasswordField } from './sign-in.tsx';
import { useTexts } from './texts.tsx';

const buttonLook =
  'inline-flex min-h-9 items-center justify-center gap-2 rounded-box border border-control bg-paper px-3 font-semibold text-ink hover:bg-hover';

/** What a sign-in by a connection still takes; it comes after the `#`, and leaves the address at once. */
type Step = { link: string; name: string; email: string } | FactorChallenge;

function takeStep(): Step | undefined {
  const {
    link,
    name = '',
    email = '',
    challenge,
    methods = '',
  } = Object.fromEntries(new URLSearchParams(location.hash.slice(1)));
  if (!link && !challenge) return undefined;
  history.replaceState(history.state, '', location.pathname + location.search);
  return link ? { link, name, email } : { challenge: challenge ?? '', methods: methods.split(',') };
}

/**
 * Ways to sign in other than by a password: those for everyone, and the connections of the company to whose domain the address belongs.
 * @param email as it was typed
 */
export function SignInWays({ email }: { email: string }) {
  const t = useTexts();
  const session = useSession();
  const { to = '/', problem } = useSearch({ from: '/signin' });
  const [step, setStep] = useState(takeStep);
  const passkey = useMutation({ mutationFn: () => signInByPasskey(session) });
  const connections = useQuery({ queryKey: ['connections'], queryFn: () => listConnections(session.parley) });
  const error = isPasskeyCancelled(passkey.error) ? null : passkey.error;
  const company = useQuery({
    queryKey: ['connections', email.split('@')[1]],
    queryFn: () => findConnection(session.parley, { email }),
    enabled: /^\S+@\S+\.\S{2,}$/.test(email),
    retry: false,
  });
  const known = [...(company.data?.connections ?? []), ...(connections.data ?? [])];
  if (!hasPasskeys() && known.length === 0) return null;
  return (
    <div className="mt-4 flex flex-col gap-3 border-t border-line pt-4">
      {problem && <Refusal>{t(problemWords[problem] ?? 'entrance.oidc.refused')}</Refusal>}
      {company.data?.enforced && <p role="status">{t('entrance.oidc.required')}</p>}
      {known.map(({ id, name }) => (
        <a
          key={id}
          className={buttonLook}
          href={`/v3/auth/oidc/${id}/start?return=${encodeURIComponent(`/console${to}`)}`}
        >
          {t('entrance.oidc.with', { name })}
        </a>
      ))}
      {hasPasskeys() && (
        <div className="grid">
          <Button pending={passkey.isPending} onClick={() => passkey.mutate()}>
            <KeyRound size={16} aria-hidden />
            {t('entrance.passkey')}
          </Button>
        </div>
      )}
      {error && <Refusal details={mayPass(error) ? problemOf(error, t) : undefined}>{problemOf(error, t).msg}</Refusal>}
      {step && (
        <Dialog
          open
          title={t('link' in step ? 'entrance.oidc.link' : 'entrance.factor.title')}
          closeLabel={t('state.close')}
          onClose={() => setStep(undefined)}
        >
          {'link' in step ? (
            <LinkForm {...step} onFactor={setStep} />
          ) : (
            <FactorForm challenge={step} onBack={() => setStep(undefined)} />
          )}
        </Dialog>
      )}
    </div>
  );
}

const problemWords = {
  not_invited: 'entrance.oidc.notInvited',
  issuer_unreachable: 'entrance.oidc.unreachable',
  claims_missing: 'entrance.oidc.claims',
  sign_in_by_connection: 'entrance.oidc.required',
} as const satisfies Record<string, MessageId> as Readonly<Record<string, MessageId>>;

/** The account of the address has a password: it connects the identity, once. */
function LinkForm({
  link,
  name,
  email,
  onFactor,
}: {
  link: string;
  name: string;
  email: string;
  onFactor: (challenge: FactorChallenge) => void;
}) {
  const t = useTexts();
  const session = useSession();
  return (
    <div className="flex flex-col gap-3">
      <p>{t('entrance.oidc.linkText', { name, email })}</p>
      <CallForm
        action={t('signin.submit')}
        fieldOf={{ invalid_credentials: 'password' }}
        send={({ password = '' }) => session.signIn({ link, password })}
        onRefused={(error) =>
          isParleyError(error, 'second_factor_required') && onFactor(error.problem as unknown as FactorChallenge)
        }
      >
        {(wordsAt) => <PasswordField problem={wordsAt('password')} />}
      </CallForm>
    </div>
  );
}
