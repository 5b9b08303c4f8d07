import { changePassword, getUser, limits, resendVerificationMail, type UserView, updateUser } from '@parley/sdk';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';

import { CallForm } from '../app/call-form.tsx';
import { FormEnd } from '../app/form-end.tsx';
import type { MessageId } from '../app/language.ts';
import { useKeepUser, useOwnUser } from '../app/own-record.ts';
import { fieldProblem, problemOf } from '../app/problem.ts';
import { useSession } from '../app/session-context.tsx';
import { etagOf } from '../app/store-form.ts';
import { useTexts } from '../app/texts.tsx';
import { useVersionedForm } from '../app/use-versioned-form.ts';
import { Button } from '../ui/button.tsx';
import { TextArea } from '../ui/controls.tsx';
import { Field } from '../ui/field.tsx';
import { Section } from '../ui/page.tsx';
import { Failure, Skeleton } from '../ui/states.tsx';
import { toast } from '../ui/toasts.tsx';
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
type Member = (typeof members)[number];
const words: Record<Member, MessageId> = {
  firstname: 'account.firstname',
  lastname: 'account.lastname',
  description: 'account.description',
  public_email: 'account.publicEmail',
  public_website: 'account.publicWebsite',
  phone: 'account.phone',
};

function Details({ user }: { user: UserView }) {
  const t = useTexts();
  const conflictWords = useConflictWords();
  const { parley } = useSession();
  const keep = useKeepUser();
  const form = useVersionedForm<UserView, Record<Member, string>>({
    record: user,
    formOf,
    save: async (changes, from) => (await updateUser(parley, changes, { ifMatch: etagOf(from) })).updatedUser,
    reload: () => getUser(parley),
    onSaved: keep,
  });
  const shared = (name: Member) => ({
    name,
    label: t(words[name]),
    value: form.draft[name],
    problem: fieldProblem(form.error, name),
    onChange: ({ target }: { target: { value: string } }) => form.set({ [name]: target.value }),
  });
  const bounds = limits.updateUser;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        form.save();
      }}
      className="flex flex-col gap-3"
    >
      <div className="grid gap-3 sm:grid-cols-2">
        <Field
          {...shared('firstname')}
          autoComplete="given-name"
          dir="auto"
          required
          maxLength={bounds.firstname.maxLength}
        />
        <Field
          {...shared('lastname')}
          autoComplete="family-name"
          dir="auto"
          required
          maxLength={bounds.lastname.maxLength}
        />
      </div>
      <TextArea {...shared('description')} maxLength={bounds.description.maxLength} />
      <div className="grid gap-3 sm:grid-cols-2">
        <Field
          {...shared('public_email')}
          type="email"
          autoComplete="email"
          maxLength={bounds.public_email.maxLength}
        />
        <Field
          {...shared('public_website')}
          inputMode="url"
          autoComplete="url"
          maxLength={bounds.public_website.maxLength}
        />
      </div>
      <Field {...shared('phone')} type="tel" autoComplete="tel" help={t('account.phoneHelp')} />
      <FormEnd
        form={form}
        words={conflictWords}
        describe={(name, { [name]: value }) => ({ label: t(words[name]), value })}
      />
    </form>
  );
}

/** What a form says when the person has changed their record in another window meanwhile, or a program in their name. */
export function useConflictWords() {
  const t = useTexts();
  return { changed: t('account.changedElsewhere'), take: t('account.takeStored') };
}

function formOf(user: UserView) {
  return Object.fromEntries(members.map((member) => [member, user[member] ?? ''])) as Record<Member, string>;
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
