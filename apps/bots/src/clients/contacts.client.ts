import { AppError } from '@parley/contracts';
import type { ContactsServiceService } from '@parley/proto-gen/contacts/v1/contacts';
import type { PromiseClient } from '@parley/service-kit/grpc';

/** What this service asks the contacts service. */
export interface ContactsClient {
  /** Fills empty fields of a lead; one that is gone, or words that are no address, change nothing. @throws dependency_down */
  fillLead(projectId: string, id: string, fields: { fullname?: string; email?: string }): Promise<void>;
}

export function contactsClient(client: PromiseClient<typeof ContactsServiceService>): ContactsClient {
  return {
    async fillLead(idProject, id, fields) {
      try {
        await client.fillLead({ idProject, id, ...fields });
      } catch (error) {
        if (error instanceof AppError && (error.kind === 'not_found' || error.kind === 'invalid')) return;
        throw error;
      }
    },
  };
}
