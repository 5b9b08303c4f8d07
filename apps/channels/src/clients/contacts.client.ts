import type { ContactsServiceService } from '@parley/proto-gen/contacts/v1/contacts';
import type { PromiseClient } from '@parley/service-kit/grpc';

/** Calls to the contacts service. */
export interface ContactsClient {
  /** Makes the lead of a person who writes by mail; one that exists keeps its name, whatever the mail says. @throws dependency_down */
  ensureLead(projectId: string, lead: { leadId: string; fullname: string; email: string }): Promise<void>;
}

/** `LeadStatus.normal`: who writes by mail is no passing visitor. */
const normal = 100;

export function contactsClient(client: PromiseClient<typeof ContactsServiceService>): ContactsClient {
  return {
    async ensureLead(idProject, { leadId, fullname, email }) {
      const { leads } = await client.getLeads({ idProject, ids: [], leadIds: [leadId] });
      if (leads.some(({ status }) => status === normal)) return;
      await client.ensureLead({ idProject, leadId, fullname, email, status: normal });
    },
  };
}
