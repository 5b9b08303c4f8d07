import { getLead, type LeadRecordView, listLeads } from '@parley/sdk';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';

import { useWorkplace } from '../app/workplace.tsx';

/** One contact: as it is stored, and how it is changed. The newest version that any answer has shown is kept. */
export function useContact(id: string) {
  const client = useQueryClient();
  const { parley, projectId } = useWorkplace();
  const queryKey = ['contact', projectId, id];
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => getLead(parley, { lead: id }, { signal }),
  });
  const { mutateAsync } = useMutation({
    mutationFn: (call: () => Promise<LeadRecordView>) => call(),
    onSuccess: (lead) => {
      const known = client.getQueryData<LeadRecordView>(queryKey);
      if (!known || lead.__v >= known.__v) client.setQueryData(queryKey, lead);
      void client.invalidateQueries({ queryKey: [listLeads.spec.name] });
    },
  });
  return { query, change: mutateAsync };
}

/** Makes a change, and keeps the contact that it answers. @throws what the call throws */
export type ChangeContact = ReturnType<typeof useContact>['change'];
