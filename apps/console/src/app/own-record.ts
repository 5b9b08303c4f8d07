import { getTeammateByUser, getUser, listProjects, type TeammateView, type UserView } from '@parley/sdk';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';

import { preferences } from './preferences.ts';
import { useSession, useSessionState } from './session-context.tsx';

/** Projects beyond these have no settings here. */
const maxProjects = 200;

/** The user record of the person who is signed in. */
export function useOwnUser() {
  const { parley } = useSession();
  const { user } = useSessionState();
  return useQuery({ queryKey: ['own-user', user?._id], queryFn: () => getUser(parley) });
}

/** Keeps a user record that a change has answered. */
export function useKeepUser(): (user: UserView) => void {
  const queries = useQueryClient();
  return useCallback((user) => queries.setQueryData(['own-user', user._id], user), [queries]);
}

/** The person's own record in a project, as far as it is shown. */
export type OwnTeammate = Pick<TeammateView, '_id' | '__v' | 'updatedAt' | 'settings'>;

export interface OwnProject {
  id: string;
  name: string;
  teammate: OwnTeammate;
}

/** The person's own teammate records, each with its project. */
export function useOwnProjects() {
  const { parley } = useSession();
  const { user } = useSessionState();
  return useQuery({
    queryKey: ['own-projects', user?._id],
    queryFn: async (): Promise<OwnProject[]> =>
      (await listProjects(parley, { limit: maxProjects })).flatMap(({ id_project, ...teammate }) =>
        typeof id_project === 'object' ? [{ id: id_project._id, name: id_project.name, teammate }] : [],
      ),
  });
}

/** Address of the person's picture, as teammates get it. Only projects tell it. */
export function useOwnPicture() {
  const session = useSession();
  const { user } = useSessionState();
  const { data: projects } = useOwnProjects();
  const last = preferences().lastProject;
  const project = projects?.find(({ id }) => id === last) ?? projects?.[0];
  return useQuery({
    queryKey: ['own-picture', project?.id],
    queryFn: async () => {
      const [teammate] = await getTeammateByUser(session.inProject(project?.id ?? ''), { user_id: user?._id ?? '' });
      return (typeof teammate?.id_user === 'object' && teammate.id_user.avatar) || null;
    },
    enabled: project !== undefined,
  });
}
