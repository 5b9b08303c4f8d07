import { useTexts } from '../app/texts.tsx';
import { RadioField } from '../ui/controls.tsx';
import { Field } from '../ui/field.tsx';
import { isPreset, type MailboxDraft, mayUseOauth } from './mailbox-draft.ts';

interface AccountFieldsProps {
  draft: MailboxDraft;
  set: (change: Partial<MailboxDraft>) => void;
  problemAt: (field: string) => string | undefined;
}

/** How Parley signs in at the servers of a mailbox. */
export function AccountFields({ draft, set, problemAt }: AccountFieldsProps) {
  const t = useTexts();
  const { provider, signIn } = draft;
  return (
    <>
      {mayUseOauth(provider) && (
        <RadioField
          label={t('mail.signIn')}
          value={signIn}
          onChange={(value) => set({ signIn: value })}
          choices={(['password', 'oauth'] as const).map((value) => ({
            ...{ value, label: t(`mail.signIn.${value}`) },
            about: t(
              value === 'password' && isPreset(provider) ? 'mail.signIn.appPassword' : `mail.signIn.${value}Text`,
            ),
          }))}
        />
      )}
      <Field
        label={t('mail.username')}
        dir="ltr"
        autoComplete="off"
        spellCheck={false}
        maxLength={254}
        placeholder={draft.address.trim()}
        value={draft.username}
        onChange={({ target }) => set({ username: target.value })}
        help={t('mail.usernameHelp')}
        problem={problemAt('username')}
      />
      {signIn === 'password' || !mayUseOauth(provider) ? (
        <Field
          label={t('mail.password')}
          type="password"
          autoComplete="new-password"
          maxLength={1_000}
          value={draft.password}
          onChange={({ target }) => set({ password: target.value })}
          problem={problemAt('password')}
        />
      ) : (
        <OauthFields draft={draft} set={set} problemAt={problemAt} />
      )}
    </>
  );
}

function OauthFields({ draft, set, problemAt }: AccountFieldsProps) {
  const t = useTexts();
  const secret = { type: 'password', autoComplete: 'new-password' } as const;
  return (
    <>
      {!isPreset(draft.provider) && (
        <Field
          label={t('mail.tokenUrl')}
          type="url"
          required
          dir="ltr"
          value={draft.tokenUrl}
          onChange={({ target }) => set({ tokenUrl: target.value })}
          problem={problemAt('token_url')}
        />
      )}
      <Field
        label={t('mail.clientId')}
        required
        dir="ltr"
        autoComplete="off"
        maxLength={500}
        value={draft.clientId}
        onChange={({ target }) => set({ clientId: target.value })}
        problem={problemAt('client_id')}
      />
      <Field
        label={t('mail.clientSecret')}
        {...secret}
        maxLength={2_000}
        value={draft.clientSecret}
        onChange={({ target }) => set({ clientSecret: target.value })}
        problem={problemAt('client_secret')}
      />
      <Field
        label={t('mail.refreshToken')}
        {...secret}
        required
        maxLength={4_000}
        value={draft.refreshToken}
        onChange={({ target }) => set({ refreshToken: target.value })}
        help={t('mail.refreshTokenHelp')}
        problem={problemAt('refresh_token')}
      />
    </>
  );
}
