import { getOwnTeammate, updateOwnTeammate } from '@parley/sdk';
import { useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { Volume2 } from 'lucide-react';
import { linkLook } from '../app/entrance-page.tsx';
import { FormEnd } from '../app/form-end.tsx';
import type { MessageId } from '../app/language.ts';
import {
  type NotificationKind,
  type NotificationSettings,
  type NotificationSound,
  type NotificationWay,
  notificationKinds,
  notificationSounds,
  notificationsKey,
  notificationsOf,
  notificationWays,
} from '../app/notification-settings.ts';
import { type OwnProject, type OwnTeammate, useOwnProjects } from '../app/own-record.ts';
import { preferences } from '../app/preferences.ts';
import { problemOf } from '../app/problem.ts';
import { useSession } from '../app/session-context.tsx';
import { etagOf } from '../app/store-form.ts';
import { useTexts } from '../app/texts.tsx';
import { useVersionedForm } from '../app/use-versioned-form.ts';
import { playSound } from '../notifications/sound.ts';
import { Button } from '../ui/button.tsx';
import { CheckField, SelectField } from '../ui/controls.tsx';
import { Field } from '../ui/field.tsx';
import { Section } from '../ui/page.tsx';
import { Empty, Failure, Skeleton } from '../ui/states.tsx';
import { useConflictWords } from './profile-tab.tsx';
import { PushSettings } from './push-settings.tsx';

interface NotificationForm extends Record<NotificationKind, NotificationWay> {
  inView: boolean;
  volume: number;
  sound: NotificationSound;
  isQuiet: boolean;
  from: string;
  until: string;
}

const labels: Record<keyof NotificationForm, MessageId> = {
  assigned: 'account.notify.assigned',
  message: 'account.notify.message',
  mention: 'account.notify.mention',
  waiting: 'account.notify.waiting',
  inView: 'account.notify.inView',
  volume: 'account.notify.volume',
  sound: 'account.notify.tone',
  isQuiet: 'account.notify.quiet',
  from: 'account.notify.from',
  until: 'account.notify.until',
};
const wayWords: Record<NotificationWay, MessageId> = {
  sound: 'account.notify.sound',
  desktop: 'account.notify.desktop',
  both: 'account.notify.both',
  none: 'account.notify.none',
};
const soundWords: Record<NotificationSound, MessageId> = {
  chime: 'account.notify.chime',
  knock: 'account.notify.knock',
  bell: 'account.notify.bell',
  drop: 'account.notify.drop',
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
    <>
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
        <Notifications key={project.id} projectId={project.id} teammate={project.teammate} />
      </Section>
      <PushSettings key={`push-${project.id}`} projectId={project.id} />
    </>
  );
}

function Notifications({ projectId, teammate }: { projectId: string; teammate: OwnTeammate }) {
  const t = useTexts();
  const words = useConflictWords();
  const session = useSession();
  const queries = useQueryClient();
  const parley = session.inProject(projectId);
  const form = useVersionedForm<OwnTeammate, NotificationForm>({
    record: teammate,
    formOf,
    save: (changes, from) => {
      const settings = settingsOf({ ...formOf(from), ...changes });
      return updateOwnTeammate(parley, { [notificationsKey]: settings }, { ifMatch: etagOf(from) });
    },
    reload: async () => {
      const [own] = await getOwnTeammate(parley);
      if (!own) throw new Error('The API gave no record of the teammate.');
      return own;
    },
    onSaved: (stored) =>
      queries.setQueriesData<OwnProject[]>({ queryKey: ['own-projects'] }, (projects) =>
        projects?.map((one) => (one.id === projectId ? { ...one, teammate: stored } : one)),
      ),
  });
  const { draft, set } = form;

  function choose(kind: NotificationKind, way: NotificationWay) {
    set({ [kind]: way });
    // The browser asks once, and only on a person's own gesture.
    if (way === 'desktop' || way === 'both') void globalThis.Notification?.requestPermission();
  }

  function describe(name: keyof NotificationForm, { [name]: value }: NotificationForm) {
    const label = t(labels[name]);
    if (typeof value === 'boolean') return { label, value: t(value ? 'account.on' : 'account.off') };
    const way = notificationWays.find((one) => one === value);
    const sound = notificationSounds.find((one) => one === value);
    return { label, value: way ? t(wayWords[way]) : sound ? t(soundWords[sound]) : String(value) };
  }

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        form.save();
      }}
      className="flex flex-col gap-4"
    >
      <div className="grid gap-3 sm:grid-cols-2">
        {notificationKinds.map((kind) => (
          <SelectField
            key={kind}
            label={t(labels[kind])}
            value={draft[kind]}
            choices={notificationWays.map((way) => ({ value: way, label: t(wayWords[way]) }))}
            onChange={({ target }) => choose(kind, target.value as NotificationWay)}
          />
        ))}
      </div>
      <CheckField
        label={t(labels.inView)}
        checked={draft.inView}
        onChange={({ target }) => set({ inView: target.checked })}
      />
      <SelectField
        label={t(labels.sound)}
        help={t('account.notify.toneHelp')}
        value={draft.sound}
        choices={notificationSounds.map((sound) => ({ value: sound, label: t(soundWords[sound]) }))}
        onChange={({ target }) => {
          const sound = notificationSounds.find((one) => one === target.value) ?? draft.sound;
          set({ sound });
          playSound({ sound, volume: draft.volume }, true);
        }}
      />
      <Field
        label={t(labels.volume)}
        type="range"
        min={0}
        max={100}
        step={5}
        value={draft.volume}
        onChange={({ target }) => set({ volume: Number(target.value) })}
      />
      <div>
        <Button small onClick={() => playSound(draft, true)}>
          <Volume2 size={14} aria-hidden />
          {t('account.notify.play')}
        </Button>
      </div>
      <CheckField
        label={t(labels.isQuiet)}
        help={t('account.notify.quietHelp')}
        checked={draft.isQuiet}
        onChange={({ target }) => set({ isQuiet: target.checked })}
      />
      {draft.isQuiet && (
        <div className="grid gap-3 sm:grid-cols-2">
          {(['from', 'until'] as const).map((end) => (
            <Field
              key={end}
              label={t(labels[end])}
              type="time"
              required
              value={draft[end]}
              onChange={({ target }) => set({ [end]: target.value })}
            />
          ))}
        </div>
      )}
      <FormEnd form={form} words={words} describe={describe} />
    </form>
  );
}

function formOf({ settings }: OwnTeammate): NotificationForm {
  const { quiet, ...others } = notificationsOf(settings);
  return { ...others, isQuiet: quiet !== undefined, ...(quiet ?? usualHours) };
}

/** What stands in the form, as the API keeps it. */
function settingsOf({ isQuiet, from, until, ...others }: NotificationForm): NotificationSettings {
  return { ...others, ...(isQuiet && { quiet: { from, until } }) };
}
