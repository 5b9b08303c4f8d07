import { getProject, type ProjectView, patchProject } from '@parley/sdk';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';

import { etagOf } from '../app/store-form.ts';
import { useWorkplace } from '../app/workplace.tsx';
import { type Targets, targetsOf } from './targets.ts';

/** The project, whose settings hold the targets; none until it is there. */
export function useProjectOfTargets(): ProjectView | undefined {
  const { parley, projectId } = useWorkplace();
  return useQuery({ queryKey: ['project', projectId], queryFn: () => getProject(parley) }).data;
}

export function useTargets(): Targets {
  const project = useProjectOfTargets();
  return project ? targetsOf(project) : {};
}

/** Stores them for all who see the figures. */
export function useStoreTargets(onStored: () => void) {
  const { parley, projectId } = useWorkplace();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ project, targets }: { project: ProjectView; targets: Targets }) =>
      patchProject(parley, { 'settings.analytics_targets': targets }, { ifMatch: etagOf(project) }),
    onSuccess: (stored) => {
      queries.setQueryData(['project', projectId], stored);
      onStored();
    },
  });
}
