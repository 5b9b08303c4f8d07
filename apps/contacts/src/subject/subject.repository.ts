import type { Database } from '@parley/service-kit/database';
import { type AnswersOf, countAnswersOf, eraseAnswers } from '@parley/service-kit/http';
import { countEventsOf, type EventsOf, eraseEvents } from '@parley/service-kit/outbox';

import type { SubjectHolder } from '../clients/subject.client.ts';
import type { Subject } from '../erasure/erasure.ts';
import type { LeadRepository } from '../lead/lead.repository.ts';
import { erasedLead, viewOf } from '../lead/lead.ts';

/** What this service itself holds of one person, besides the lead, which is blank since the erasure began. */
export class SubjectRepository implements SubjectHolder {
  readonly service = 'contacts';
  readonly #db: Database;
  readonly #leads: LeadRepository;

  constructor(db: Database, leads: LeadRepository) {
    this.#db = db;
    this.#leads = leads;
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
      events: await countEventsOf(this.#db, eventsOf(subject)),
      answers: await countAnswersOf(this.#db, answersOf(subject)),
    };
  }
}

function eventsOf({ projectId, lead, leadId }: Subject): EventsOf {
  // The event of the erasure itself, to the letter: no other can look like it.
  const spare = `"data":${JSON.stringify(erasedLead({ id: lead, projectId }))}`;
  return { projectId, partitionKeys: [lead], principal: leadId, spare };
}

/** Wherever a lead was made or changed, the answer shows it. */
function answersOf({ projectId, leadId }: Subject): AnswersOf {
  const shown = `"lead_id":${JSON.stringify(leadId)}`;
  return { projectId, principals: [leadId], paths: [], mentions: [shown] };
}
