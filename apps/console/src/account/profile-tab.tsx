import {
  changePassword,
  limits,
  resendVerificationMail,
  type UserUpdateInput,
  type UserView,
  updateUser,
} from '@parley/sdk';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';

import { CallForm, type FieldValues } from '../app/call-form.tsx';
import { problemOf } from '../app/problem.ts';
import { useSession } from '../app/session-context.tsx';
import { useTexts } from '../app/texts.tsx';
import { Button } from '../ui/button.tsx';
import { TextArea } from '../ui/controls.tsx';
import { Field } from '../ui/field.tsx';
import { Section } from '../ui/page.tsx';
import { Failure, Skeleton } from '../ui/states.tsx';
import { toast } from '../ui/toasts.tsx';
import { useKeepUser, useOwnUser } from './own-record.ts';
import { Picture } from './picture.tsx';

export function ProfileTab() {
  const t = useTexts();
  const { data: user, error, refetch } = useOwnUser();
  if (error && !user) return <Failure problem={problemOf(error, t)} onRetry={() => void refetch()} />;
  if (!user) return <Skeleton className="h-64 max-w-3xl" />;
  return (
    <>
      <Section title={t('account.picture')} help={t('account.pictureHelp')}>
        <Picture user={user} />
      </Section>
      <Section title={t('account.details')}>
        <Details user={user} />
      </Section>
      <Section title={t('account.address')}>
        <Address user={user} />
      </Section>
      <Section title={t('account.password')} help={t('account.passwordHelp')}>
        <Password />
      </Section>
    </>
  );
}

const members = ['firstname', 'lastname', 'description', 'public_email', 'public_website', 'phone'] as const;

function Details({ user }: { user: UserView }) {
  const t = useTexts();
  const { parley } = useSession();
  const keep = useKeepUser();

  function save(values: FieldValues) {
    const changed = members.filter((member) => values[member] !== (user[member] ?? ''));
    return updateUser(parley, Object.fromEntries(changed.map((member) => [member, values[member]])) as UserUpdateInput);
  }

  return (
    <CallForm
      inSection
      // What is shown is what was stored.
      key={user.__v}
      action={t('state.save')}
      send={save}
      onDone={({ updatedUser }) => {
        keep(updatedUser);
        toast.add({ title: t('state.saved') });
      }}
    >
      {(wordsAt) => (
        <>
          <div className="grid gap-3 sm:grid-cols-2">
            <Field
              label={t('account.firstname')}
              name="firstname"
              autoComplete="given-name"
              dir="auto"
              required
              defaultValue={user.firstname}
              maxLength={limits.updateUser.firstname.maxLength}
              problem={wordsAt('firstname')}
            />
            <Field
              label={t('account.lastname')}
              name="lastname"
              autoComplete="family-name"
              dir="auto"
              required
              defaultValue={user.lastname}
              maxLength={limits.updateUser.lastname.maxLength}
              problem={wordsAt('lastname')}
            />
          </div>
          <TextArea
            label={t('account.description')}
            name="description"
            defaultValue={user.description}
            maxLength={limits.updateUser.description.maxLength}
            problem={wordsAt('description')}
          />
          <div className="grid gap-3 sm:grid-cols-2">
            <Field
              label={t('account.publicEmail')}
              name="public_email"
              type="email"
              autoComplete="email"
              defaultValue={user.public_email}
              maxLength={limits.updateUser.public_email.maxLength}
              problem={wordsAt('public_email')}
            />
            <Field
              label={t('account.publicWebsite')}
              name="public_website"
              inputMode="url"
              autoComplete="url"
              defaultValue={user.public_website}
              maxLength={limits.updateUser.public_website.maxLength}
              problem={wordsAt('public_website')}
            />
          </div>
          <Field
            label={t('account.phone')}
            name="phone"
            type="tel"
            autoComplete="tel"
            defaultValue={user.phone}
            help={t('account.phoneHelp')}
            problem={wordsAt('phone')}
          />
        </>
      )}
    </CallForm>
  );
}

function Address({ user: { email, emailverified } }: { user: UserView }) {
  const t = useTexts();
  const { parley } = useSession();
  const resend = useMutation({
    mutationFn: () => resendVerificationMail(parley),
    onSuccess: () => toast.add({ title: t('account.addressMailed') }),
    meta: { action: 'address.verify' },
  });
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <p>
        <bdi className="font-semibold">{email}</bdi>
        <span className={emailverified ? 'block text-good' : 'block text-warn'}>
          {t(emailverified ? 'account.addressProved' : 'account.addressOpen')}
        </span>
      </p>
      {!emailverified && (
        <Button pending={resend.isPending} onClick={() => resend.mutate()}>
          {t('account.addressResend')}
        </Button>
      )}
    </div>
  );
}

function Password() {
  const t = useTexts();
  const { parley } = useSession();
  const [changes, setChanges] = useState(0);
  return (
    <CallForm
      inSection
      // Both fields are empty again after each change.
      key={changes}
      action={t('account.passwordChange')}
      fieldOf={{ wrong_password: 'oldpsw', password_unchanged: 'newpsw' }}
      send={({ oldpsw = '', newpsw = '' }) => changePassword(parley, { oldpsw, newpsw })}
      onDone={() => {
        setChanges(changes + 1);
        toast.add({ title: t('account.passwordChanged') });
      }}
    >
      {(wordsAt) => (
        <div className="grid gap-3 sm:grid-cols-2">
          <Field
            label={t('account.passwordOld')}
            name="oldpsw"
            type="password"
            autoComplete="current-password"
            required
            maxLength={limits.changePassword.oldpsw.maxLength}
            problem={wordsAt('oldpsw')}
          />
          <Field
            label={t('account.passwordNew')}
            name="newpsw"
            type="password"
            autoComplete="new-password"
            required
            maxLength={limits.changePassword.newpsw.maxLength}
            problem={wordsAt('newpsw')}
          />
        </div>
      )}
    </CallForm>
  );
}
