import { createView, deleteView, updateView } from '@parley/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';

import { newPlaces } from '../app/new-places.ts';
import { isAtLeast } from '../app/roles.ts';
import { etagOf } from '../app/store-form.ts';
import { useWorkplace } from '../app/workplace.tsx';
import type { InboxFilter } from './filter.ts';
import { isShared, type SavedView } from './saved-views.ts';
import { storedList } from './stored-views.ts';
import { viewsKey } from './use-saved-views.ts';
import type { InboxView } from './views.ts';

/** What a person decides of a view, besides its query. */
export interface ViewWords {
  name: string;
  visibility: 'personal' | 'shared' | 'groups';
  groups: string[];
}

/** Changes of views; each is over when the column shows it. */
export function useChangeViews() {
  const { parley, projectId, teammate } = useWorkplace();
  const client = useQueryClient();
  const isAdmin = isAtLeast(teammate.role, 'admin');
  const wordsOf = ({ name, visibility, groups }: ViewWords) => ({
    ...{ name, visibility },
    ...(visibility === 'groups' && { groups }),
  });
  const { mutateAsync, isPending, error } = useMutation({
    // One after the other: each begins with what is stored.
    scope: { id: `views:${projectId}` },
    mutationFn: async (call: () => Promise<unknown>) => {
      try {
        return await call();
      } finally {
        await client.invalidateQueries({ queryKey: viewsKey(projectId) });
      }
    },
  });
  const after = async <Stored>(call: () => Promise<Stored>) => (await mutateAsync(call)) as Stored;
  return {
    isPending,
    error,
    isAdmin,
    mayChange: ({ record }: SavedView) => isAdmin || !isShared(record),
    create: (words: ViewWords, view: InboxView, filter: InboxFilter, position: number) =>
      after(() => createView(parley, { ...wordsOf(words), ...storedList(view, filter), position })),
    update: ({ record }: SavedView, words: ViewWords) =>
      after(() => updateView(parley, { view_id: record._id, ...wordsOf(words) }, { ifMatch: etagOf(record) })),
    remove: ({ id }: SavedView) => after(() => deleteView(parley, { view_id: id })),
    order: (views: readonly SavedView[]) =>
      after(async () => {
        const places = newPlaces(
          views.map(({ record }) => record),
          views.map(({ id }) => id),
        );
        for (const { id, position } of places) await updateView(parley, { view_id: id, position });
      }),
  };
}
