import { isParleyError } from '@parley/sdk';
import { useState } from 'react';

import { Field } from '../ui/field.tsx';
import { CallForm } from './call-form.tsx';
import type { FactorChallenge } from './factor-form.tsx';
import { lazyPart } from './lazy-part.tsx';
import { useSession } from './session-context.tsx';
import { useTexts } from './texts.tsx';

const FactorForm = lazyPart('entrance', async () => (await import('./factor-form.tsx')).FactorForm);

/** E-mail address and password; the password alone for an address that is known. Then a second factor, of people who have one. */
export function SignInForm({ email, onEmail }: { email?: string; onEmail?: (typed: string) => void }) {
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
          {!email && <EmailField problem={wordsAt('email')} onTyped={onEmail} />}
          <PasswordField problem={wordsAt('password')} />
        </>
      )}
    </CallForm>
  );
}

/** @param onTyped called with the address when the person leaves the field */
export function EmailField({
  problem,
  onTyped,
}: {
  problem: string | undefined;
  onTyped?: ((email: string) => void) | undefined;
}) {
  return (
    <Field
      label={useTexts()('signin.email')}
      name="email"
      type="email"
      autoComplete="username"
      required
      maxLength={254}
      problem={problem}
      onBlur={({ target }) => onTyped?.(target.value.trim())}
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
