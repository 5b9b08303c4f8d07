import { useMutation } from '@tanstack/react-query';
import type { FormEvent, ReactNode } from 'react';

import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { fieldProblem, problemOf } from './problem.ts';
import type { Session } from './session.ts';
import { useTexts } from './texts.tsx';

/** E-mail address and password. */
export function SignInForm({ session, email, onDone }: { session: Session; email?: string; onDone?: () => void }) {
  const t = useTexts();
  const signIn = useMutation({
    mutationFn: (proof: { email: string; password: string }) => session.signIn(proof),
    onSuccess: () => onDone?.(),
  });

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    signIn.mutate({ email: email ?? String(form.get('email')), password: String(form.get('password')) });
  }

  return (
    <form onSubmit={submit} className="flex flex-col gap-3">
      {!email && (
        <Field
          label={t('signin.email')}
          name="email"
          type="email"
          autoComplete="username"
          required
          maxLength={254}
          problem={fieldProblem(signIn.error, 'email')}
        />
      )}
      <Field
        label={t('signin.password')}
        name="password"
        type="password"
        autoComplete="current-password"
        required
        maxLength={256}
        problem={fieldProblem(signIn.error, 'password')}
      />
      {signIn.error && (
        <p role="alert" className="rounded-box bg-bad-soft px-3 py-2 text-bad">
          {problemOf(signIn.error, t).msg}
        </p>
      )}
      <Button look="primary" type="submit" pending={signIn.isPending}>
        {t('signin.submit')}
      </Button>
    </form>
  );
}

/** A page of one small box, before anyone has signed in. */
export function EntrancePage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main className="grid min-h-dvh place-items-center bg-raised p-4">
      <div className="w-full max-w-sm rounded-box border border-line bg-paper p-6">
        <p className="mb-1 font-semibold text-accent">Parley</p>
        <h1 className="mb-4 text-heading font-semibold">{title}</h1>
        {children}
      </div>
    </main>
  );
}
