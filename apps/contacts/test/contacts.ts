import { erasureApi, leadApi, propertyApi, segmentApi } from '@parley/contracts';
import {
  type Personas,
  personasOf,
  startTestService,
  type TestService,
  type TestServiceOptions,
} from '@parley/testkit';

import type { Context } from '../src/context.ts';
import { startContacts } from '../src/service.ts';

export const contactsApi = { ...leadApi, ...erasureApi, ...segmentApi, ...propertyApi };
export type Contacts = TestService<typeof contactsApi, Context>;

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
      // For operators.
      /^select count\(\*\)::integer as count from erasure where status = 'running'/,
    ],
    ...place,
    ...options,
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
