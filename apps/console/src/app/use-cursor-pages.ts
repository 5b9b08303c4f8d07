import { type Operation, withResponse } from '@parley/sdk';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';

import { nextCursor } from './next-cursor.ts';
import { useWorkplace } from './workplace.tsx';

const pageSize = 50;

interface Paged {
  cursor?: string | null;
  limit?: number | null;
}

/**
 * The pages of a list of the project, read by cursor as far as they are asked for. While other parameters load, the former rows stay;
 * an answer that was overtaken is dropped.
 */
export function useCursorPages<Params extends Paged, Page>(
  list: Operation<Params, Page>,
  params: NoInfer<Omit<Params, 'cursor' | 'limit' | 'id_project'>>,
) {
  const { parley, projectId } = useWorkplace();
  return useInfiniteQuery({
    queryKey: [list.spec.name, projectId, params],
    queryFn: async ({ pageParam, signal }) => {
      const input = { ...params, limit: pageSize, ...(pageParam && { cursor: pageParam }) } as unknown as Params;
      const { data, headers } = await withResponse(list)(parley, input, { signal });
      return { page: data, next: nextCursor(headers) };
    },
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
  });
}
