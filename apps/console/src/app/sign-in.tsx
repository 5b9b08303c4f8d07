import { isParleyError } from '@parley/sdk';
import { type ReactNode, useState } from 'react';

import { Field } from '../ui/field.tsx';
import { CallForm } from './call-form.tsx';
import type { FactorChallenge } from './factor-form.tsx';
import { lazyPart } from './lazy-part.tsx';
import { useSession } from './session-context.tsx';
import { useTexts } from './texts.tsx';

const FactorForm = lazyPart('entrance', async () => (await import('./factor-form.tsx')).FactorForm);

/** E-mail address and password; the password alone for an address that is known. Then a second factor, of people who have one. */
export function SignInForm({ email }: { email?: string }) {
  const t = useTexts();
  const session = useSession();
  const [challenge, setChallenge] = useState<FactorChallenge>();
  if (challenge) return <FactorForm challenge={challenge} onBack={() => setChallenge(undefined)} />;
  return (
    <CallForm
      action={t('signin.submit')}
      fieldOf={{ invalid_credentials: 'password' }}
      send={({ email: typed = '', password = '' }) => session.signIn({ email: email ?? typed, password })}
      onRefused={(error) =>
        isParleyError(error, 'second_factor_required') && setChallenge(error.problem as unknown as FactorChallenge)
      }
    >
      {(wordsAt) => (
        <>
          {!email && <EmailField problem={wordsAt('email')} />}
          <PasswordField problem={wordsAt('password')} />
        </>
      )}
    </CallForm>
  );
}

export function EmailField({ problem }: { problem: string | undefined }) {
  return (
    <Field
      label={useTexts()('signin.email')}
      name="email"
      type="email"
      autoComplete="username"
      required
      maxLength={254}
      problem={problem}
    />
  );
}

/** The person's present password. */
export function PasswordField({ problem }: { problem: string | undefined }) {
  return (
    <Field
      label={useTexts()('signin.password')}
      name="password"
      type="password"
      autoComplete="current-password"
      required
      maxLength={256}
      problem={problem}
    />
  );
}

/** A page of one small box, before anyone has signed in. */
export function EntrancePage({ title, children, links }: { title: string; children: ReactNode; links?: ReactNode }) {
  return (
    <main className="grid min-h-dvh place-items-center bg-raised p-4">
      <div className="w-full max-w-sm rounded-box border border-line bg-paper p-6">
        <p className="mb-1 font-semibold text-accent">Parley</p>
        <h1 className="mb-4 text-heading font-semibold" dir="auto">
          {title}
        </h1>
        {children}
        {links && <nav className="mt-4 flex flex-wrap justify-between gap-2 border-t border-line pt-4">{links}</nav>}
      </div>
    </main>
  );
}

/** The look of a link in a text. */
export const linkLook = 'text-accent underline underline-offset-2';
