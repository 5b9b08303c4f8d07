import {
  createSignInConnection,
  isParleyError,
  listGroups,
  type SignInConnectionView,
  updateSignInConnection,
} from '@parley/sdk';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { fieldProblem, Refused } from '../app/problem.ts';
import { etagOf } from '../app/store-form.ts';
import { useTexts } from '../app/texts.tsx';
import { useCustomRoles } from '../app/use-custom-roles.ts';
import { useWorkplace } from '../app/workplace.tsx';
import { CheckField, SelectField, TextArea } from '../ui/controls.tsx';
import { Field } from '../ui/field.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { BreakGlassOwners, useOwners } from './break-glass-owners.tsx';
import { groupLines, readGroupLines, readRoleLines, roleLines, UnreadableLine } from './claim-maps.ts';

const provisions = ['invited', 'anyone_of_domain'] as const;

/** A connection with its claims and whom it binds. The issuer of one that is stored stays. */
export function ConnectionForm({
  connection,
  onStored,
  onClose,
}: {
  connection: SignInConnectionView | undefined;
  onStored: () => void;
  onClose: () => void;
}) {
  const t = useTexts();
  const { parley, projectId, me } = useWorkplace();
  const owners = useOwners();
  const roles = useCustomRoles();
  const groups = useQuery({
    queryKey: ['groups', projectId, 'all'],
    queryFn: () => listGroups(parley, { limit: 200 }),
  });
  const [isEnforced, setEnforced] = useState(connection?.enforced ?? false);
  const named = owners.filter(({ id }) => connection?.break_glass.includes(id)).map(({ id }) => id);
  const [breakGlass, setBreakGlass] = useState<readonly string[]>(named.length > 0 ? named : [me]);
  const save = useMutation({
    mutationFn: (form: FormData) => {
      const word = (name: string) => String(form.get(name) ?? '').trim();
      const written = {
        name: word('name'),
        client_id: word('client_id'),
        provision: provisions.find((one) => one === word('provision')) ?? 'invited',
        email_verified_claim: word('email_verified_claim'),
        role_claim: word('role_claim'),
        role_map: read(() => readRoleLines(word('role_map'), roles.data ?? [])),
        group_claim: word('group_claim'),
        group_map: read(() => readGroupLines(word('group_map'), groups.data ?? [])),
      };
      const secret = word('client_secret');
      if (!connection)
        return createSignInConnection(parley, { ...written, issuer: word('issuer'), client_secret: secret });
      return updateSignInConnection(
        parley,
        {
          ...{ sign_in_connection_id: connection._id, ...written, enforced: isEnforced },
          ...(isEnforced && { break_glass: [...breakGlass] }),
          ...(secret && { client_secret: secret }),
        },
        { ifMatch: etagOf(connection) },
      ).catch(refuseWithoutFactor);
    },
    onSuccess: onStored,
  });
  if (roles.isPending || groups.isPending) return null;
  const { error } = save;
  return (
    <FormDialog
      wide
      title={t(connection ? 'settings.signIn.editConnection' : 'settings.signIn.addConnection')}
      onSubmit={(form) => save.mutate(form)}
      onClose={onClose}
      pending={save.isPending}
      error={error}
    >
      <Field
        label={t('settings.signIn.name')}
        name="name"
        dir="auto"
        required
        maxLength={128}
        defaultValue={connection?.name}
        help={t('settings.signIn.nameHelp')}
        problem={fieldProblem(error, 'name')}
      />
      {!connection && (
        <Field
          label={t('settings.signIn.issuer')}
          name="issuer"
          type="url"
          dir="ltr"
          required
          placeholder="https://"
          help={t('settings.signIn.issuerHelp')}
          problem={fieldProblem(error, 'issuer')}
        />
      )}
      <Field
        label={t('settings.signIn.clientId')}
        name="client_id"
        dir="ltr"
        required
        defaultValue={connection?.client_id}
        problem={fieldProblem(error, 'client_id')}
      />
      <Field
        label={t('settings.signIn.clientSecret')}
        name="client_secret"
        type="password"
        autoComplete="off"
        dir="ltr"
        required={!connection}
        help={connection && t('settings.signIn.secretHelp')}
        problem={fieldProblem(error, 'client_secret')}
      />
      <SelectField
        label={t('settings.signIn.provision')}
        name="provision"
        defaultValue={connection?.provision ?? 'anyone_of_domain'}
        choices={provisions.map((value) => ({ value, label: t(`settings.signIn.provision.${value}`) }))}
      />
      <Field
        label={t('settings.signIn.emailClaim')}
        name="email_verified_claim"
        dir="ltr"
        defaultValue={connection?.email_verified_claim ?? 'email_verified'}
        help={t('settings.signIn.emailClaimHelp')}
      />
      <Field
        label={t('settings.signIn.roleClaim')}
        name="role_claim"
        dir="ltr"
        defaultValue={connection?.role_claim}
        problem={fieldProblem(error, 'role_claim')}
      />
      <TextArea
        label={t('settings.signIn.roleMap')}
        name="role_map"
        rows={3}
        defaultValue={connection && roleLines(connection.role_map, roles.data ?? [])}
        help={t('settings.signIn.roleMapHelp')}
        problem={fieldProblem(error, 'role_map')}
      />
      <Field
        label={t('settings.signIn.groupClaim')}
        name="group_claim"
        dir="ltr"
        defaultValue={connection?.group_claim}
        problem={fieldProblem(error, 'group_claim')}
      />
      <TextArea
        label={t('settings.signIn.groupMap')}
        name="group_map"
        rows={3}
        defaultValue={connection && groupLines(connection.group_map, groups.data ?? [])}
        help={t('settings.signIn.groupMapHelp')}
        problem={fieldProblem(error, 'group_map')}
      />
      {connection && (
        <>
          <CheckField
            label={t('settings.signIn.enforced')}
            checked={isEnforced}
            onChange={({ target }) => setEnforced(target.checked)}
            help={t('settings.signIn.enforcedHelp')}
          />
          {isEnforced && (
            <BreakGlassOwners
              chosen={breakGlass}
              onChange={setBreakGlass}
              problem={fieldProblem(error, 'break_glass')}
            />
          )}
        </>
      )}
    </FormDialog>
  );

  function refuseWithoutFactor(cause: unknown): never {
    if (!isParleyError(cause) || cause.code !== 'second_factor_missing') throw cause;
    const { name = '' } = owners.find(({ id }) => id === cause.problem.id_user) ?? {};
    throw new Refused(t('settings.signIn.noFactor', { name }));
  }

  function read<Map>(lines: () => Map): Map {
    try {
      return lines();
    } catch (cause) {
      if (cause instanceof UnreadableLine) throw new Refused(t('settings.signIn.unreadable', { line: cause.message }));
      throw cause;
    }
  }
}
