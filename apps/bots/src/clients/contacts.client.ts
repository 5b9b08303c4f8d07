import { AppError } from '@parley/contracts';
import type { ContactsServiceService } from '@parley/proto-gen/contacts/v1/contacts';
import type { PromiseClient } from '@parley/service-kit/grpc';

/** Calls to the contacts service. */
export interface ContactsClient {
  /** Fills empty fields of a lead; a deleted lead or an invalid address changes nothing. @throws dependency_down */
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
