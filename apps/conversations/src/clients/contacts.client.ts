import type { ExpiringRecordsView, SegmentView } from '@parley/contracts';
import type { ContactsServiceService, Lead as WireLead } from '@parley/proto-gen/contacts/v1/contacts';
import type { PromiseClient } from '@parley/service-kit/grpc';

import type { LeadVersion, WantedLead } from '../request-state/lead.ts';

type Segment = Pick<SegmentView, 'match' | 'filters'>;

/** A segment as contacts returns it. */
interface SegmentVersion {
  id: string;
  /** Its `__v`. */
  version: number;
  record: Segment;
}

/** Client of the contacts service. Never called while a row lock is held. */
export interface ContactsClient {
  /** The lead with this id, created if missing. @throws dependency_down when there is no answer in time */
  ensureLead(projectId: string, wanted: WantedLead): Promise<LeadVersion>;
  /** Those with these `_id`s or `lead_id`s that exist, in the trash or not. @throws dependency_down */
  getLeads(projectId: string, by: { ids?: readonly string[]; leadIds?: readonly string[] }): Promise<LeadVersion[]>;
  /** Leads without requests that were last changed before. @throws dependency_down */
  countExpired(projectId: string, before: Date): Promise<ExpiringRecordsView>;
  /** Those with these `_id`s that exist. @throws dependency_down */
  getSegments(projectId: string, ids: readonly string[]): Promise<SegmentVersion[]>;
  /** Known to be unavailable; always, if no address is configured. */
  isUnavailable(): boolean;
}

/** Longer than for `ensureLead`: the read model lacks the record, so the call fails without an answer. */
const lookupDeadlineMs = 3_000;

/** It asks back which leads have requests. */
const countDeadlineMs = 10_000;

export function contactsClient(client: PromiseClient<typeof ContactsServiceService>): ContactsClient {
  return {
    async ensureLead(projectId, { leadId, proposedId, fullname, email, status }) {
      const { lead } = await client.ensureLead({ idProject: projectId, leadId, proposedId, fullname, email, status });
      if (!lead) throw new TypeError('contacts answered without a lead');
      return versionOf(lead);
    },
    async getLeads(projectId, { ids = [], leadIds = [] }) {
      const wanted = { idProject: projectId, ids: [...ids], leadIds: [...leadIds] };
      const { leads } = await client.getLeads(wanted, { deadlineMs: lookupDeadlineMs });
      return leads.map(versionOf);
    },
    async countExpired(idProject, before) {
      const asked = { idProject, beforeMs: before.getTime() };
      const { count, complete, sample } = await client.countExpired(asked, { deadlineMs: countDeadlineMs });
      const shown = sample.map(({ id, sinceMs }) => ({ _id: id, since: new Date(sinceMs).toISOString() }));
      return { count, complete, sample: shown };
    },
    async getSegments(projectId, ids) {
      const { segments } = await client.getSegments(
        { idProject: projectId, ids: [...ids] },
        { deadlineMs: lookupDeadlineMs },
      );
      return segments.map(({ id, version, recordJson }) => ({
        id,
        version,
        record: JSON.parse(recordJson) as Segment,
      }));
    },
    isUnavailable: () => client.isUnavailable(),
  };
}

function versionOf({ id, leadId, version, status, recordJson }: WireLead): LeadVersion {
  return { id, leadId, version, status, record: JSON.parse(recordJson || '{}') as Record<string, unknown> };
}
