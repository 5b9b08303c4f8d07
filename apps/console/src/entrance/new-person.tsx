import { limits } from '@parley/sdk';

import { useTexts } from '../app/texts.tsx';
import { Field } from '../ui/field.tsx';

interface Named {
  firstname?: string | undefined;
  lastname?: string | undefined;
}

/** First and last name. */
export function NameFields({
  firstname,
  lastname,
  wordsAt,
}: Named & { wordsAt: (field: string) => string | undefined }) {
  const t = useTexts();
  return (
    <>
      <Field
        label={t('signup.firstname')}
        name="firstname"
        autoComplete="given-name"
        dir="auto"
        required
        defaultValue={firstname}
        maxLength={limits.signUp.firstname.maxLength}
        problem={wordsAt('firstname')}
      />
      <Field
        label={t('signup.lastname')}
        name="lastname"
        autoComplete="family-name"
        dir="auto"
        required
        defaultValue={lastname}
        maxLength={limits.signUp.lastname.maxLength}
        problem={wordsAt('lastname')}
      />
    </>
  );
}

/** A password that is chosen now. */
export function NewPasswordField({ problem }: { problem: string | undefined }) {
  const t = useTexts();
  return (
    <Field
      label={t('signup.password')}
      name="password"
      type="password"
      autoComplete="new-password"
      required
      maxLength={limits.signUp.password.maxLength}
      help={t('signup.passwordHelp')}
      problem={problem}
    />
  );
}
