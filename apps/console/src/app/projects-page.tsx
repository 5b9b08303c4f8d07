import { createProject, listProjects } from '@parley/sdk';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { Building2 } from 'lucide-react';

import { Field } from '../ui/field.tsx';
import { Failure, Skeleton } from '../ui/states.tsx';
import { CallForm } from './call-form.tsx';
import { EntrancePage } from './entrance-page.tsx';
import { problemOf } from './problem.ts';
import { useSession, useSessionState } from './session-context.tsx';
import { useTexts } from './texts.tsx';

/** The choice of a project, and a new one. */
export function ProjectsPage() {
  const t = useTexts();
  const { user } = useSessionState();
  const { parley } = useSession();
  const query = useQuery({
    queryKey: ['projects', user?._id],
    queryFn: () => listProjects(parley, { limit: 200 }),
    enabled: user !== undefined,
  });
  return (
    <EntrancePage title={t('projects.title')}>
      {query.error && <Failure problem={problemOf(query.error, t)} onRetry={() => void query.refetch()} />}
      {query.isPending && <Skeleton className="h-24" />}
      <ul className="mb-4 flex flex-col gap-1">
        {query.data?.map(({ id_project }) =>
          typeof id_project === 'object' ? (
            <li key={id_project._id}>
              <Link
                to="/$project/inbox/$"
                params={{ project: id_project._id, _splat: '' }}
                className="flex items-center gap-3 rounded-box border border-line px-3 py-2.5 hover:bg-hover"
              >
                <Building2 size={16} aria-hidden className="shrink-0 text-ink-soft" />
                <bdi className="font-semibold">{id_project.name}</bdi>
              </Link>
            </li>
          ) : null,
        )}
      </ul>
      {query.data?.length === 0 && <p className="mb-4 text-ink-soft">{t('projects.noneText')}</p>}
      <NewProject />
    </EntrancePage>
  );
}

function NewProject() {
  const t = useTexts();
  const navigate = useNavigate();
  const { parley } = useSession();
  return (
    <div className="border-t border-line pt-4">
      <CallForm
        action={t('projects.create')}
        send={({ name = '' }) => createProject(parley, { name })}
        onDone={({ _id }) => void navigate({ to: '/$project/inbox/$', params: { project: _id, _splat: '' } })}
      >
        {(wordsAt) => (
          <Field label={t('projects.name')} name="name" required maxLength={128} problem={wordsAt('name')} />
        )}
      </CallForm>
    </div>
  );
}
