import type { Database } from '@parley/service-kit/database';
import { type AnswersOf, countAnswersOf, eraseAnswers } from '@parley/service-kit/http';
import { countEventsOf, type EventsOf, eraseEvents } from '@parley/service-kit/outbox';

import type { SubjectHolder } from '../clients/subject.client.ts';
import type { Subject } from '../erasure/erasure.ts';
import type { LeadRepository } from '../lead/lead.repository.ts';
import { erasedLead, viewOf } from '../lead/lead.ts';
import type { MembershipRepository } from '../membership/membership.repository.ts';

/** Personal data in this service apart from the lead, which the start of an erasure already blanked. */
export class SubjectRepository implements SubjectHolder {
  readonly service = 'contacts';
  readonly #db: Database;
  readonly #leads: LeadRepository;
  readonly #memberships: MembershipRepository;

  constructor(db: Database, leads: LeadRepository, memberships: MembershipRepository) {
    this.#db = db;
    this.#leads = leads;
    this.#memberships = memberships;
  }

  async *export({ projectId, lead: id }: Subject) {
    const lead = await this.#leads.find(projectId, id);
    if (lead) yield { type: 'lead', record: viewOf(lead) };
  }

  async erase(subject: Subject) {
    return {
      events: await eraseEvents(this.#db, eventsOf(subject)),
      answers: await eraseAnswers(this.#db, answersOf(subject)),
    };
  }

  async count(subject: Subject) {
    return {
      // The job that looks at them deletes them.
      changes: await this.#memberships.countPending(subject.projectId, subject.lead),
      events: await countEventsOf(this.#db, eventsOf(subject)),
      answers: await countAnswersOf(this.#db, answersOf(subject)),
    };
  }
}

function eventsOf({ projectId, lead, leadId }: Subject): EventsOf {
  // Spares the event of the erasure itself, matched by its exact data.
  const spare = `"data":${JSON.stringify(erasedLead({ id: lead, projectId }))}`;
  return { projectId, partitionKeys: [lead], principal: leadId, spare };
}

/** Stored responses that contain the lead. */
function answersOf({ projectId, leadId }: Subject): AnswersOf {
  const shown = `"lead_id":${JSON.stringify(leadId)}`;
  return { projectId, principals: [leadId], paths: [], mentions: [shown] };
}
