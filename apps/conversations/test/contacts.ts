import { commonErrors, LeadStatus, type SegmentView } from '@parley/contracts';
import { ContactsServiceService, type Lead, type Segment } from '@parley/proto-gen/contacts/v1/contacts';
import { newId } from '@parley/service-kit/call';
import { type FakeService, fakeService } from '@parley/testkit/fakes';

/** A contacts service that keeps leads by project and their own ids, as the real one does. */
export class FakeContacts {
  down = false;
  readonly service: FakeService;
  readonly #leads = new Map<string, Lead>();
  readonly #segments = new Map<string, Segment[]>();

  constructor() {
    this.service = fakeService(ContactsServiceService, {
      ensureLead: (wanted) => {
        if (this.down) throw commonErrors.dependency_down();
        const { idProject, leadId, proposedId, status } = wanted;
        const known = this.#leads.get(`${idProject} ${leadId}`);
        const facts = { fullname: wanted.fullname, email: wanted.email };
        const lead = known ?? this.put(idProject, leadId, { ...facts, status }, proposedId);
        if (known) this.#change(known, { ...facts, status: Math.max(Math.min(known.status, 100), status) });
        return { lead };
      },
      getLeads: ({ idProject, ids, leadIds }) => {
        if (this.down) throw commonErrors.dependency_down();
        const leads = [...this.#leads].filter(
          ([key, { id, leadId }]) => key.startsWith(idProject) && (ids.includes(id) || leadIds.includes(leadId)),
        );
        return { leads: leads.map(([, lead]) => lead) };
      },
      getSegments: ({ idProject, ids }) => {
        if (this.down) throw commonErrors.dependency_down();
        return { segments: (this.#segments.get(idProject) ?? []).filter(({ id }) => ids.includes(id)) };
      },
    });
  }

  addSegment(projectId: string, record: Pick<SegmentView, 'match' | 'filters'>, id: string = newId()): string {
    const segment = { id, version: 0, recordJson: JSON.stringify(record) };
    this.#segments.set(projectId, [...(this.#segments.get(projectId) ?? []), segment]);
    return id;
  }

  put(projectId: string, leadId: string, facts: object, id: string = newId()): Lead {
    const now = new Date().toISOString();
    const stamps = { __v: 0, createdBy: 'system', createdAt: now, updatedAt: now };
    const record = { _id: id, id, id_project: projectId, lead_id: leadId, attributes: {}, ...stamps };
    const lead: Lead = { id, leadId, status: LeadStatus.normal, recordJson: JSON.stringify(record), version: 0 };
    this.#leads.set(`${projectId} ${leadId}`, lead);
    this.#change(lead, { status: LeadStatus.normal, ...facts });
    lead.version = 0;
    return lead;
  }

  /** Takes a lead out of the trash. */
  restore(projectId: string, leadId: string): void {
    const lead = this.get(projectId, leadId);
    if (lead) this.#change(lead, { status: LeadStatus.normal });
  }

  get(projectId: string, leadId: string): Lead | undefined {
    return this.#leads.get(`${projectId} ${leadId}`);
  }

  #change(lead: Lead, facts: { fullname?: unknown; email?: unknown; status?: number }): void {
    const given = Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined));
    const record = { ...(JSON.parse(lead.recordJson) as object), ...given };
    Object.assign(lead, { recordJson: JSON.stringify(record), status: facts.status, version: lead.version + 1 });
  }
}
