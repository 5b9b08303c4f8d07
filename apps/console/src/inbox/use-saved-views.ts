import { getUser, type UserView, updateUser, withResponse } from '@parley/sdk';
import { useMutation } from '@tanstack/react-query';

import { useKeepUser, useOwnUser } from '../app/own-record.ts';
import { useWorkplace } from '../app/workplace.tsx';
import { type SavedView, savedViewsIn, withSavedViews } from './saved-views.ts';

/** The person's own saved views of the project; undefined until they are known. */
export function useSavedViews(): readonly SavedView[] | undefined {
  const { projectId } = useWorkplace();
  const { data } = useOwnUser();
  return data && savedViewsIn(data.attributes, projectId);
}

/** Changes them as they are stored now: another tab may have saved one. */
export function useChangeSavedViews() {
  const { parley, projectId } = useWorkplace();
  const keep = useKeepUser();
  return useMutation({
    // One after the other: each begins with what is stored.
    scope: { id: `saved-views:${projectId}` },
    mutationFn: async (change: (views: SavedView[]) => SavedView[]): Promise<UserView> => {
      const { data, etag } = await withResponse(getUser)(parley, {});
      // Attributes are replaced as a whole: the version keeps what another client adds meanwhile.
      const attributes = withSavedViews(data.attributes, projectId, change(savedViewsIn(data.attributes, projectId)));
      return (await updateUser(parley, { attributes }, { ifMatch: etag })).updatedUser;
    },
    onSuccess: keep,
  });
}
