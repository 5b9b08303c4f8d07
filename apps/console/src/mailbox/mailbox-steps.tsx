import { isParleyError, limits } from '@parley/sdk';

import { fieldProblem } from '../app/problem.ts';
import { useTexts } from '../app/texts.tsx';
import { RadioField } from '../ui/controls.tsx';
import { Field } from '../ui/field.tsx';
import { AccountFields } from './account-fields.tsx';
import { isPreset, type MailboxDraft, outgoingWays, providers, withPreset } from './mailbox-draft.ts';
import { ServerFields } from './server-fields.tsx';

interface StepProps {
  draft: MailboxDraft;
  set: (change: Partial<MailboxDraft>) => void;
  error: unknown;
}

/** Which address, and who holds its mail. */
export function AddressStep({ draft, set, error }: StepProps) {
  const t = useTexts();
  const bounds = limits.createMailbox;
  const isTaken = isParleyError(error, 'address_taken') || isParleyError(error, 'address_invalid');
  return (
    <>
      <div className="grid gap-3 sm:grid-cols-2">
        <Field
          label={t('mail.address')}
          type="email"
          required
          dir="ltr"
          autoComplete="off"
          maxLength={bounds.address?.maxLength}
          value={draft.address}
          onChange={({ target }) => set({ address: target.value })}
          problem={fieldProblem(error, 'address') ?? (isTaken ? error.msg : undefined)}
        />
        <Field
          label={t('mail.name')}
          required
          dir="auto"
          autoComplete="off"
          maxLength={bounds.name?.maxLength}
          value={draft.name}
          onChange={({ target }) => set({ name: target.value })}
          help={t('mail.nameHelp')}
          problem={fieldProblem(error, 'name')}
        />
      </div>
      <RadioField
        label={t('mail.provider')}
        value={draft.provider}
        onChange={(provider) =>
          set({ ...withPreset(provider), outgoing: provider === 'forwarding' ? 'installation' : 'own' })
        }
        choices={providers.map((value) => ({
          ...{ value, label: t(`mail.provider.${value}`), about: t(`mail.provider.${value}Text`) },
        }))}
      />
    </>
  );
}

/** How mail comes in. */
export function IncomingStep({ draft, set, error }: StepProps) {
  const t = useTexts();
  if (draft.provider === 'forwarding')
    return (
      <RadioField
        label={t('mail.step.incoming')}
        value={draft.incoming}
        onChange={(incoming) => set({ incoming })}
        choices={(['webhook', 'smtp'] as const).map((value) => ({
          ...{ value, label: t(`mail.in.${value}`), about: t(`mail.in.${value}Text`) },
        }))}
      />
    );
  return (
    <>
      {!isPreset(draft.provider) && (
        <ServerFields
          server={draft.imap}
          onChange={(imap) => set({ imap })}
          problemAt={(field) => fieldProblem(error, `inbound.${field}`)}
        />
      )}
      <AccountFields
        draft={draft}
        set={set}
        problemAt={(field) => fieldProblem(error, `inbound.${field}`) ?? fieldProblem(error, `oauth.${field}`)}
      />
    </>
  );
}

/** How answers leave. */
export function OutgoingStep({ draft, set, error }: StepProps) {
  const t = useTexts();
  const isForwarding = draft.provider === 'forwarding';
  return (
    <>
      <RadioField
        label={t('mail.step.outgoing')}
        value={draft.outgoing}
        onChange={(outgoing) => set({ outgoing })}
        choices={outgoingWays.map((value) => ({
          value,
          label: t(`mail.out.${value}`),
          about: value === 'own' && isPreset(draft.provider) ? draft.smtp.host : t(`mail.out.${value}Text`),
        }))}
      />
      {draft.outgoing === 'own' && !isPreset(draft.provider) && (
        <>
          <ServerFields
            mayBePlain
            server={draft.smtp}
            onChange={(smtp) => set({ smtp })}
            problemAt={(field) => fieldProblem(error, `outbound.${field}`)}
          />
          {isForwarding && (
            <AccountFields
              draft={draft}
              set={set}
              problemAt={(field) => fieldProblem(error, `outbound.${field}`) ?? fieldProblem(error, `oauth.${field}`)}
            />
          )}
        </>
      )}
    </>
  );
}
