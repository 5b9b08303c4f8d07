import { updateOwnTeammate } from '@parley/sdk';
import { useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';

import { CallForm, type FieldValues } from '../app/call-form.tsx';
import type { MessageId } from '../app/language.ts';
import {
  type NotificationKind,
  type NotificationSettings,
  type NotificationWay,
  notificationKinds,
  notificationsKey,
  notificationsOf,
  notificationWays,
} from '../app/notification-settings.ts';
import { preferences } from '../app/preferences.ts';
import { problemOf } from '../app/problem.ts';
import { useSession } from '../app/session-context.tsx';
import { linkLook } from '../app/sign-in.tsx';
import { useTexts } from '../app/texts.tsx';
import { CheckField, SelectField } from '../ui/controls.tsx';
import { Field } from '../ui/field.tsx';
import { Section } from '../ui/page.tsx';
import { Empty, Failure, Skeleton } from '../ui/states.tsx';
import { toast } from '../ui/toasts.tsx';
import { useOwnProjects } from './own-record.ts';

const kindWords: Record<NotificationKind, MessageId> = {
  assigned: 'account.notify.assigned',
  message: 'account.notify.message',
  mention: 'account.notify.mention',
  waiting: 'account.notify.waiting',
};
const wayWords: Record<NotificationWay, MessageId> = {
  sound: 'account.notify.sound',
  desktop: 'account.notify.desktop',
  both: 'account.notify.both',
  none: 'account.notify.none',
};
/** Of quiet hours that are switched on. */
const usualHours = { from: '20:00', until: '08:00' };

/** What makes a sound or opens a notification, in each project of the person. */
export function NotificationsTab() {
  const t = useTexts();
  const navigate = useNavigate();
  const { project: asked = preferences().lastProject } = useSearch({ from: '/person/account/{-$tab}' });
  const { data: projects, error, refetch } = useOwnProjects();
  if (error && !projects) return <Failure problem={problemOf(error, t)} onRetry={() => void refetch()} />;
  if (!projects) return <Skeleton className="h-64 max-w-3xl" />;
  const project = projects.find(({ id }) => id === asked) ?? projects[0];
  if (!project)
    return (
      <Empty
        title={t('projects.none')}
        action={
          <Link to="/projects" className={linkLook}>
            {t('projects.title')}
          </Link>
        }
      >
        {t('account.notify.noProject')}
      </Empty>
    );
  return (
    <Section title={t('account.notifications')} help={t('account.notify.help')}>
      {projects.length > 1 && (
        <SelectField
          label={t('account.notify.project')}
          value={project.id}
          choices={projects.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={({ target }) =>
            void navigate({
              to: '/account/{-$tab}',
              params: { tab: 'notifications' },
              search: { project: target.value },
              replace: true,
            })
          }
        />
      )}
      <Notifications key={project.id} projectId={project.id} settings={notificationsOf(project.settings)} />
    </Section>
  );
}

function Notifications({ projectId, settings }: { projectId: string; settings: NotificationSettings }) {
  const t = useTexts();
  const session = useSession();
  const queries = useQueryClient();
  const [isQuiet, setQuiet] = useState(settings.quiet !== undefined);
  const { from, until } = settings.quiet ?? usualHours;
  return (
    <CallForm
      inSection
      action={t('state.save')}
      send={(values) => updateOwnTeammate(session.inProject(projectId), { [notificationsKey]: settingsOf(values) })}
      onDone={() => {
        toast.add({ title: t('state.saved') });
        void queries.invalidateQueries({ queryKey: ['own-projects'] });
      }}
    >
      {() => (
        <>
          <div className="grid gap-3 sm:grid-cols-2">
            {notificationKinds.map((kind) => (
              <SelectField
                key={kind}
                label={t(kindWords[kind])}
                name={kind}
                defaultValue={settings[kind]}
                choices={notificationWays.map((way) => ({ value: way, label: t(wayWords[way]) }))}
              />
            ))}
          </div>
          <CheckField label={t('account.notify.inView')} name="inView" defaultChecked={settings.inView} />
          <Field
            label={t('account.notify.volume')}
            name="volume"
            type="range"
            min={0}
            max={100}
            step={5}
            defaultValue={settings.volume}
          />
          <CheckField
            label={t('account.notify.quiet')}
            help={t('account.notify.quietHelp')}
            checked={isQuiet}
            onChange={({ target }) => setQuiet(target.checked)}
          />
          {isQuiet && (
            <div className="grid gap-3 sm:grid-cols-2">
              <Field label={t('account.notify.from')} name="from" type="time" required defaultValue={from} />
              <Field label={t('account.notify.until')} name="until" type="time" required defaultValue={until} />
            </div>
          )}
        </>
      )}
    </CallForm>
  );
}

/** What stands in the form, as the API keeps it. */
function settingsOf({ inView, volume, from, until, ...ways }: FieldValues): NotificationSettings {
  return notificationsOf({
    'console.notifications': {
      ...ways,
      inView: inView === 'on',
      volume: Number(volume),
      ...(from && until && { quiet: { from, until } }),
    },
  });
}
