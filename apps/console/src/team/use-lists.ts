import {
  type DepartmentRecordView,
  type GroupView,
  listAllDepartments,
  listBots,
  listGroups,
  type Operation,
  paginate,
} from '@parley/sdk';
import { useQuery } from '@tanstack/react-query';

import { useWorkplace } from '../app/workplace.tsx';

/** Records beyond these are not shown. */
const most = 1000;

export const useGroups = () => useAll<GroupView>('groups', listGroups);
export const useDepartments = () => useAll<DepartmentRecordView>('departments', listAllDepartments);
export const useBots = () => useAll<{ _id: string; name: string }>('bots', listBots);

/** All records of a list that has few. */
function useAll<Item>(name: string, list: Operation<{ cursor?: string | null }, Item[]>) {
  const { parley, projectId } = useWorkplace();
  return useQuery({
    queryKey: [name, projectId],
    queryFn: async () => {
      const all: Item[] = [];
      for await (const item of paginate(list, parley, {}, { limit: 200, max: most })) all.push(item as Item);
      return all;
    },
  });
}
