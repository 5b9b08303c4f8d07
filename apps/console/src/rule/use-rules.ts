import { listRules, type RuleView } from '@parley/sdk';
import { useQuery } from '@tanstack/react-query';

import { useWorkplace } from '../app/workplace.tsx';

const none: readonly RuleView[] = [];

/** The rules of the project, in their order. */
export function useRules() {
  const { parley, projectId } = useWorkplace();
  const query = useQuery({ queryKey: ['rules', projectId], queryFn: () => listRules(parley) });
  return { ...query, rules: query.data?.rules ?? none };
}
