import { erasureApi, leadApi, propertyApi, segmentApi } from '@parley/contracts';
import { ConversationsServiceService } from '@parley/proto-gen/conversations/v1/conversations';
import {
  type Personas,
  personasOf,
  startTestService,
  type TestService,
  type TestServiceOptions,
} from '@parley/testkit';

import { fakeService } from '@parley/testkit/fakes';

import type { Context } from '../src/context.ts';
import { startContacts } from '../src/service.ts';

export const contactsApi = { ...leadApi, ...erasureApi, ...segmentApi, ...propertyApi };
export type Contacts = TestService<typeof contactsApi, Context>;

/** No lead has a request or a legal hold. */
const conversations = () =>
  fakeService(ConversationsServiceService, { leadsInUse: () => ({ withRequests: [], held: [] }) });

/** The service with its own database, or another replica on the database of one. */
export function startTestContacts(
  beside?: Contacts,
  options: Pick<TestServiceOptions<typeof contactsApi>, 'fakes'> = {},
): Promise<Contacts> {
  const place = beside ? { databaseUrl: beside.databaseUrl, env: beside.env } : {};
  return startTestService(startContacts, {
    api: contactsApi,
    scoped: [
      /^select id_project as "projectId" from \(select id_project from lead_before/,
      /^select r.id_project as "projectId", clock_timestamp\(\) - r.days/,
      // For operators, and how many a retention may begin.
      /^select count\(\*\)::integer as count from erasure where status = 'running'/,
    ],
    ...place,
    fakes: { conversations: conversations(), ...options.fakes },
  });
}

/** The personas of a new project with these leads. */
export async function projectWith(service: Contacts, ...leads: Record<string, unknown>[]): Promise<Personas> {
  const personas = personasOf();
  for (const lead of leads) {
    const { status, body } = await service.as(personas.linus).createLead(lead);
    if (status !== 200) throw new Error(`a lead was not made: ${JSON.stringify(body)}`);
  }
  return personas;
}
