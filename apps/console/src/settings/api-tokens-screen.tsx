import {
  type ApiTokenView,
  type ApiTokenWithSecretView,
  createApiToken,
  limits,
  listApiTokens,
  type RightView,
  revokeApiToken,
  rotateApiToken,
} from '@parley/sdk';
import { useMutation, useQuery } from '@tanstack/react-query';
import { KeyRound, Plus } from 'lucide-react';
import { useState } from 'react';

import { fieldProblem, problemOf } from '../app/problem.ts';
import { isAtLeast } from '../app/roles.ts';
import { useFormats, useTexts } from '../app/texts.tsx';
import { useWorkplace } from '../app/workplace.tsx';
import { Button } from '../ui/button.tsx';
import { ConfirmCall } from '../ui/confirm-call.tsx';
import { CheckField, SelectField, TextArea } from '../ui/controls.tsx';
import { CopyText } from '../ui/copy-text.tsx';
import { Field } from '../ui/field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { Empty, Failure, Skeleton } from '../ui/states.tsx';
import { Table } from '../ui/table.tsx';
import { SecretDialog } from '../webhook/secret-dialog.tsx';
import { rightsOfRole } from './rights.ts';
import { RightsField } from './rights-field.tsx';

/** More than a project may have at a time: 100 that live, and those that have just ended. */
const pageSize = 200;
const days = [30, 90, 365] as const;
const tokenRoles = ['agent', 'admin', 'owner'] as const;

const endOf = ({ revoked_at, expires_at }: ApiTokenView): 'revoked' | 'expired' | undefined => {
  if (revoked_at) return 'revoked';
  return Date.parse(expires_at) <= Date.now() ? 'expired' : undefined;
};

/** Credentials of programs that call the API. */
export function ApiTokensScreen() {
  const t = useTexts();
  const { parley, projectId } = useWorkplace();
  const [creating, setCreating] = useState(false);
  const [asked, setAsked] = useState<{ act: 'rotate' | 'revoke'; token: ApiTokenView }>();
  const [secret, setSecret] = useState<string>();
  const query = useQuery({
    queryKey: ['api_tokens', projectId],
    queryFn: () => listApiTokens(parley, { limit: pageSize }),
  });
  const shown = ({ token }: ApiTokenWithSecretView) => {
    setSecret(token);
    setCreating(false);
    setAsked(undefined);
    void query.refetch();
  };
  const add = (
    <Button look="primary" onClick={() => setCreating(true)}>
      <Plus size={16} aria-hidden />
      {t('settings.tokens.new')}
    </Button>
  );
  return (
    <div className="flex max-w-4xl flex-col gap-4">
      {query.isError && <Failure problem={problemOf(query.error, t)} onRetry={() => void query.refetch()} />}
      {query.isPending && <Skeleton className="h-48" />}
      {query.data?.length === 0 && (
        <Empty icon={<KeyRound size={28} strokeWidth={1.5} />} title={t('settings.tokens.none')} action={add}>
          {t('settings.tokens.noneText')}
        </Empty>
      )}
      {query.data && query.data.length > 0 && (
        <>
          <div className="flex justify-end">{add}</div>
          <TokenTable tokens={query.data} onAsk={setAsked} />
        </>
      )}
      {creating && <NewToken onMade={shown} onClose={() => setCreating(false)} />}
      {asked?.act === 'rotate' && <Rotate token={asked.token} onDone={shown} onClose={() => setAsked(undefined)} />}
      {asked?.act === 'revoke' && (
        <Revoke token={asked.token} onDone={() => void query.refetch()} onClose={() => setAsked(undefined)} />
      )}
      {secret !== undefined && (
        <SecretDialog secret={secret} note={t('settings.tokens.note')} onClose={() => setSecret(undefined)}>
          <p className="mt-4 mb-2">{t('settings.tokens.mcp')}</p>
          <CopyText text={`${location.origin}/v3/${projectId}/mcp`} />
        </SecretDialog>
      )}
    </div>
  );
}

function TokenTable({
  tokens,
  onAsk,
}: {
  tokens: readonly ApiTokenView[];
  onAsk: (asked: { act: 'rotate' | 'revoke'; token: ApiTokenView }) => void;
}) {
  const t = useTexts();
  const { date, full } = useFormats();
  const { people, me } = useWorkplace();
  return (
    <Table
      label={t('settings.tokens')}
      rows={tokens}
      keyOf={({ _id }) => _id}
      columns={[
        {
          id: 'name',
          title: t('settings.tokens.name'),
          cell: ({ name, role, rights, id_user }) => (
            <>
              <bdi>{name}</bdi>
              <span className="block text-small text-ink-soft">
                {t(`settings.tokens.role.${role}`)} · <bdi>{people.nameOf(id_user) ?? id_user}</bdi>
                {rights && <> · {t('settings.tokens.limited', { count: rights.length })}</>}
              </span>
            </>
          ),
        },
        {
          id: 'used',
          title: t('settings.tokens.used'),
          folds: true,
          cell: ({ last_used_at, last_used_ip }) =>
            last_used_at ? (
              <>
                {full(Date.parse(last_used_at))}
                <span className="block text-small text-ink-soft">{last_used_ip}</span>
              </>
            ) : (
              t('settings.tokens.never')
            ),
        },
        {
          id: 'ends',
          title: t('settings.tokens.ends'),
          folds: true,
          cell: (token) => {
            const end = endOf(token);
            return end ? t(`settings.tokens.${end}`) : date(Date.parse(token.expires_at));
          },
        },
        {
          id: 'actions',
          title: t('settings.actions'),
          isActions: true,
          cell: (token) =>
            endOf(token) === undefined && (
              <span className="inline-flex flex-wrap justify-end gap-2">
                {token.id_user === me && (
                  <Button small onClick={() => onAsk({ act: 'rotate', token })}>
                    {t('settings.tokens.rotate')}
                  </Button>
                )}
                <Button small look="danger" onClick={() => onAsk({ act: 'revoke', token })}>
                  {t('settings.tokens.revoke')}
                </Button>
              </span>
            ),
        },
      ]}
    />
  );
}

function NewToken({ onMade, onClose }: { onMade: (made: ApiTokenWithSecretView) => void; onClose: () => void }) {
  const t = useTexts();
  const { parley, teammate } = useWorkplace();
  const [role, setRole] = useState<(typeof tokenRoles)[number]>('agent');
  const [isLimited, setLimited] = useState(false);
  const [chosen, setChosen] = useState<readonly RightView[]>([]);
  // The API grants no right that the maker lacks.
  const offered = rightsOfRole(role).filter((right) => teammate.rights?.includes(right) ?? true);
  const rights = chosen.filter((right) => offered.includes(right));
  const create = useMutation({
    mutationFn: (form: FormData) => {
      const addresses = String(form.get('addresses'))
        .split(/[\s,]+/)
        .filter(Boolean);
      return createApiToken(parley, {
        name: String(form.get('name')),
        role,
        ...(isLimited && { rights }),
        expires_in: Number(form.get('days')) * 86_400,
        ...(addresses.length > 0 && { allowed_ips: addresses }),
      });
    },
    onSuccess: onMade,
  });
  return (
    <FormDialog
      title={t('settings.tokens.new')}
      action={t('settings.tokens.create')}
      wide={isLimited}
      onSubmit={(form) => create.mutate(form)}
      onClose={onClose}
      pending={create.isPending}
      error={create.error}
    >
      <Field
        label={t('settings.tokens.name')}
        name="name"
        dir="auto"
        required
        maxLength={limits.createApiToken.name?.maxLength}
        problem={fieldProblem(create.error, 'name')}
        help={t('settings.tokens.nameHelp')}
      />
      <SelectField
        label={t('settings.tokens.role')}
        value={role}
        onChange={({ target }) => setRole(tokenRoles.find((one) => one === target.value) ?? 'agent')}
        choices={tokenRoles
          .filter((one) => isAtLeast(teammate.role, one))
          .map((value) => ({ value, label: t(`settings.tokens.role.${value}`) }))}
        help={t('settings.tokens.roleHelp')}
      />
      <CheckField
        label={t('settings.tokens.limit')}
        checked={isLimited}
        onChange={({ target }) => setLimited(target.checked)}
        help={t('settings.tokens.limitHelp')}
        problem={fieldProblem(create.error, 'rights')}
      />
      {isLimited && (
        <RightsField label={t('settings.roles.rights')} offered={offered} selected={rights} onChange={setChosen} />
      )}
      <SelectField
        label={t('settings.tokens.life')}
        name="days"
        defaultValue="90"
        choices={days.map((count) => ({ value: String(count), label: t('settings.tokens.days', { count }) }))}
      />
      <TextArea
        label={t('settings.tokens.addresses')}
        name="addresses"
        rows={2}
        help={t('settings.tokens.addressesHelp')}
        problem={fieldProblem(create.error, 'allowed_ips')}
      />
    </FormDialog>
  );
}

function Rotate({
  token,
  onDone,
  onClose,
}: {
  token: ApiTokenView;
  onDone: (rotated: ApiTokenWithSecretView) => void;
  onClose: () => void;
}) {
  const t = useTexts();
  const { parley } = useWorkplace();
  return (
    <ConfirmCall
      title={t('settings.tokens.rotateTitle', { name: token.name })}
      action={t('settings.tokens.rotate')}
      call={() => rotateApiToken(parley, { api_token_id: token._id })}
      onDone={onDone}
      onClose={onClose}
    >
      <p>{t('settings.tokens.rotateText')}</p>
    </ConfirmCall>
  );
}

function Revoke({ token, onDone, onClose }: { token: ApiTokenView; onDone: () => void; onClose: () => void }) {
  const t = useTexts();
  const { parley } = useWorkplace();
  return (
    <ConfirmCall
      title={t('settings.tokens.revokeTitle', { name: token.name })}
      action={t('settings.tokens.revoke')}
      call={() => revokeApiToken(parley, { api_token_id: token._id })}
      onDone={() => {
        onClose();
        onDone();
      }}
      onClose={onClose}
    >
      <p>{t('settings.tokens.revokeText')}</p>
    </ConfirmCall>
  );
}
