import { archiveKinds } from '@parley/contracts/archive';
import { serveTransfer, type TransferKind } from '@parley/service-kit/transfer';

import type { Context } from '../context.ts';
import { viewOf } from '../lead/lead.ts';
import { viewOf as segmentView } from '../segment/segment.ts';

const stored = {
  _id: 'id',
  createdBy: 'created_by',
  createdAt: 'created_at',
  updatedAt: 'updated_at',
  __v: 'version',
} as const;

const kinds: readonly TransferKind[] = [
  {
    kind: 'segment',
    schema: archiveKinds.segment.schema,
    table: 'segment',
    columns: { ...stored, name: 'name', match: 'match', filters: 'filters' },
  },
  {
    kind: 'lead',
    schema: archiveKinds.lead.schema,
    table: 'lead',
    columns: {
      ...{ ...stored, lead_id: 'lead_id', fullname: 'fullname', email: 'email', phone: 'phone', company: 'company' },
      ...{ note: 'note', streetAddress: 'street_address', city: 'city', region: 'region', zipcode: 'zipcode' },
      ...{ country: 'country', attributes: 'attributes', properties: 'properties', tags: 'tags', status: 'status' },
    },
    where: 't.id_project = $1 and not exists (select from erasure e where e.id_project = $1 and e.lead = t.id)',
  },
  {
    kind: 'property',
    schema: archiveKinds.property.schema,
    table: 'property',
    columns: { ...stored, label: 'label', name: 'name', type: 'type', status: 'status' },
  },
];

/** Projects move out of this service and into it. Source: contract 90 section 11. */
export const transfer = serveTransfer<Context>({
  kinds: () => kinds,

  // Leads come before segments, and what a segment contains is no news when it is loaded.
  async activate({ db }, projectId) {
    await db.query('delete from lead_before where id_project = $1', [projectId]);
  },

  async *erased({ erasures }, projectId) {
    for (let after = ''; ; ) {
      const leads = await erasures.erasedAfter(projectId, after);
      const last = leads.at(-1);
      if (last === undefined) return;
      yield leads;
      after = last;
    }
  },

  async *copies({ leads, segments }, projectId) {
    yield (await segments.all(projectId)).map((segment) => ({
      ...{ kind: 'segment', id: segment.id, version: segment.version },
      recordJson: JSON.stringify(segmentView(segment)),
    }));
    for (let after = ''; ; ) {
      const next = await leads.listAfter(projectId, after);
      const last = next.at(-1);
      if (!last) return;
      yield next.map((lead) => ({
        ...{ kind: 'lead', id: lead.id, version: lead.version },
        recordJson: JSON.stringify(viewOf(lead)),
      }));
      after = last.id;
    }
  },
});
