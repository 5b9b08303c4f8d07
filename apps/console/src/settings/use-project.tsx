import { getProject, type ProjectView, patchProject } from '@parley/sdk';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';

import { problemOf } from '../app/problem.ts';
import { etagOf } from '../app/store-form.ts';
import { useTexts } from '../app/texts.tsx';
import { useVersionedForm } from '../app/use-versioned-form.ts';
import { useWorkplace } from '../app/workplace.tsx';
import { Failure, Skeleton } from '../ui/states.tsx';
import type { ProjectBody } from './settings-body.ts';

/** The project, once it is there. */
export function WithProject({ children }: { children: (project: ProjectView) => ReactNode }) {
  const t = useTexts();
  const { parley, projectId } = useWorkplace();
  const query = useQuery({ queryKey: ['project', projectId], queryFn: () => getProject(parley) });
  // A failed refetch leaves it: a form over it may hold words that are not stored yet.
  if (query.data) return children(query.data);
  if (query.isPending) return <Skeleton className="h-64 max-w-3xl" />;
  return <Failure problem={problemOf(query.error, t)} onRetry={() => void query.refetch()} />;
}

/** A form over members of the project. */
export function useProjectForm<Form extends object>(
  record: ProjectView,
  formOf: (project: ProjectView) => Form,
  bodyOf: (changes: Partial<Form>, project: ProjectView) => ProjectBody,
) {
  const { parley, projectId } = useWorkplace();
  const queries = useQueryClient();
  return useVersionedForm({
    record,
    formOf,
    save: (changes, from) => patchProject(parley, bodyOf(changes, from), { ifMatch: etagOf(from) }),
    reload: () => getProject(parley),
    onSaved: (stored) => queries.setQueryData(['project', projectId], stored),
  });
}
