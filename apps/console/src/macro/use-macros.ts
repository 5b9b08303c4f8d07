import { listMacros, type MacroView } from '@parley/sdk';
import { useQuery } from '@tanstack/react-query';

import { useWorkplace } from '../app/workplace.tsx';

const none: readonly MacroView[] = [];

/** Shared macros and the person's own. */
export function useMacros() {
  const { parley, projectId } = useWorkplace();
  const query = useQuery({ queryKey: ['macros', projectId], queryFn: () => listMacros(parley) });
  return { ...query, macros: query.data?.macros ?? none };
}
