import { listRoles } from '@parley/sdk';
import { useQuery } from '@tanstack/react-query';

import { useWorkplace } from './workplace.tsx';

/** A project has no more. */
const maxRoles = 50;

/** The custom roles of the project. */
export function useCustomRoles() {
  const { parley, projectId } = useWorkplace();
  return useQuery({
    queryKey: ['roles', projectId],
    queryFn: () => listRoles(parley, { limit: maxRoles, sortField: 'createdAt', direction: 1 }),
  });
}
