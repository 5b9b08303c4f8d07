import { type Answer, getLead, type LeadRecordView, listLeads, withResponse } from '@parley/sdk';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';

import { useWorkplace } from '../app/workplace.tsx';

/** A contact and the version of it that a change is made against. */
export interface ContactVersion {
  lead: LeadRecordView;
  etag: string | undefined;
}

/** One contact: as it is stored, and how it is changed. The newest version that any answer has shown is kept. */
export function useContact(id: string) {
  const client = useQueryClient();
  const { parley, projectId } = useWorkplace();
  const queryKey = ['contact', projectId, id];
  const query = useQuery({
    queryKey,
    queryFn: async ({ signal }): Promise<ContactVersion> =>
      versionOf(await withResponse(getLead)(parley, { lead: id }, { signal })),
  });
  const { mutateAsync } = useMutation({
    mutationFn: (call: () => Promise<Answer<LeadRecordView>>) => call(),
    onSuccess: (answer) => {
      const known = client.getQueryData<ContactVersion>(queryKey);
      if (!known || answer.data.__v >= known.lead.__v) client.setQueryData(queryKey, versionOf(answer));
      void client.invalidateQueries({ queryKey: [listLeads.spec.name] });
    },
  });
  return { query, change: mutateAsync };
}

/** Makes a change, and keeps the contact that it answers. @throws what the call throws */
export type ChangeContact = ReturnType<typeof useContact>['change'];

function versionOf({ data, etag }: Answer<LeadRecordView>): ContactVersion {
  return { lead: data, etag };
}
