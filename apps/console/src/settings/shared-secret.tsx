import { deleteSecret, generateSecret, getSecretState, type ProjectView } from '@parley/sdk';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { FormEnd } from '../app/form-end.tsx';
import { problemOf } from '../app/problem.ts';
import { useFormats, useTexts } from '../app/texts.tsx';
import { useWorkplace } from '../app/workplace.tsx';
import { Button } from '../ui/button.tsx';
import { Confirm } from '../ui/confirm.tsx';
import { CheckField } from '../ui/controls.tsx';
import { RefusedCall } from '../ui/form-dialog.tsx';
import { Section } from '../ui/page.tsx';
import { Failure, Skeleton } from '../ui/states.tsx';
import { SecretDialog } from '../webhook/secret-dialog.tsx';
import { settingsBody } from './settings-body.ts';
import { useProjectForm } from './use-project.tsx';

/** The secret with which the own server signs tokens of visitors. */
export function SharedSecret({ project }: { project: ProjectView }) {
  const t = useTexts();
  const { full } = useFormats();
  const { parley, projectId, teammate } = useWorkplace();
  const [asked, setAsked] = useState<'replace' | 'remove'>();
  const [secret, setSecret] = useState<string>();
  const query = useQuery({ queryKey: ['secret', projectId], queryFn: () => getSecretState(parley) });
  const done = () => {
    setAsked(undefined);
    void query.refetch();
  };
  const generate = useMutation({
    mutationFn: () => generateSecret(parley),
    onSuccess: ({ jwtSecret }) => {
      setSecret(jwtSecret);
      done();
    },
  });
  const remove = useMutation({ mutationFn: () => deleteSecret(parley), onSuccess: done });
  const act = asked === 'replace' ? generate : remove;
  const isConfigured = query.data?.configured === true;
  return (
    <Section title={t('settings.security.secret')} help={t('settings.security.secretHelp')}>
      {query.isError && <Failure problem={problemOf(query.error, t)} onRetry={() => void query.refetch()} />}
      {query.isPending && <Skeleton className="h-10" />}
      {query.data && (
        <p>
          {query.data.configured && query.data.createdAt
            ? t('settings.security.secretSince', { when: full(Date.parse(query.data.createdAt)) })
            : t('settings.security.noSecret')}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button pending={generate.isPending} onClick={() => (isConfigured ? setAsked('replace') : generate.mutate())}>
          {t(isConfigured ? 'settings.security.replaceSecret' : 'settings.security.newSecret')}
        </Button>
        {isConfigured && (
          <Button look="danger" onClick={() => setAsked('remove')}>
            {t('settings.security.removeSecret')}
          </Button>
        )}
      </div>
      {/* A new one in the place of another is confirmed, where its failure stands too. */}
      {!isConfigured && <RefusedCall error={generate.error} onRetry={() => generate.mutate()} />}
      {teammate.role === 'owner' && <Provisioning project={project} />}
      {asked && (
        <Confirm
          title={t(asked === 'replace' ? 'settings.security.replaceTitle' : 'settings.security.removeTitle')}
          action={t(asked === 'replace' ? 'settings.security.replaceSecret' : 'settings.security.removeSecret')}
          pending={act.isPending}
          error={act.error}
          onConfirm={() => act.mutate()}
          onClose={() => setAsked(undefined)}
        >
          <p>{t('settings.security.secretEnds')}</p>
        </Confirm>
      )}
      {secret !== undefined && (
        <SecretDialog secret={secret} note={t('settings.security.secretNote')} onClose={() => setSecret(undefined)} />
      )}
    </Section>
  );
}

const formOf = ({ settings }: ProjectView) => {
  const { custom_auth: auth } = settings;
  return { provisions: typeof auth === 'object' && auth !== null && Reflect.get(auth, 'provision_agents') === true };
};

/** Whether tokens signed by the own server may make teammates. */
function Provisioning({ project }: { project: ProjectView }) {
  const t = useTexts();
  const form = useProjectForm(project, formOf, ({ provisions }, from) =>
    settingsBody({ 'custom_auth.provision_agents': provisions }, from),
  );
  return (
    <form
      className="flex flex-col gap-3 border-t border-line pt-4"
      onSubmit={(event) => {
        event.preventDefault();
        form.save();
      }}
    >
      <CheckField
        label={t('settings.security.provision')}
        checked={form.draft.provisions}
        onChange={(event) => form.set({ provisions: event.target.checked })}
        help={t('settings.security.provisionHelp')}
      />
      <FormEnd
        form={form}
        verb="PROJECT_UPDATE"
        describe={(_, { provisions }) => ({
          label: t('settings.security.provision'),
          value: t(provisions ? 'settings.on' : 'settings.off'),
        })}
      />
    </form>
  );
}
