import { leadUpdated, segmentUpdated, type TagRecordView, tagDeleted, tagUpdated } from '@parley/contracts';
import { newId } from '@parley/service-kit/call';
import { announce } from '@parley/service-kit/outbox';

import { type Contacts, projectWith, startTestContacts } from '../../test/contacts.ts';

let service: Contacts;
beforeAll(async () => {
  service = await startTestContacts();
});
afterAll(() => service.stop());

function recordOf(projectId: string, tag: string): TagRecordView {
  const at = new Date().toISOString();
  const id = newId();
  return {
    ...{ _id: id, id, id_project: projectId, tag, attributes: {}, createdBy: id, __v: 1 },
    ...{ createdAt: at, updatedAt: at },
  };
}

/** As workspace does. */
async function change(projectId: string, tag: string, to: { tag?: string; color?: string } | 'off'): Promise<void> {
  const event =
    to === 'off'
      ? tagDeleted({ tag: recordOf(projectId, tag), from: 'everything' })
      : tagUpdated({
          tag: { ...recordOf(projectId, to.tag ?? tag), ...to },
          changes: Object.keys(to),
          previous: to.tag === undefined ? { color: '#000000' } : { tag },
        });
  const { db } = service;
  await db.transaction(() => announce(db, { noun: 'tag', projectId, id: newId(), version: 1 }, [event]));
  await service.settled();
}

it('renames a tag on every lead, those in the trash too, and one of both names stays', async () => {
  const names = Array.from({ length: 450 }, (_, n) => ({ lead_id: `lead-${n}`, tags: ['old', `own ${n}`] }));
  const project = await projectWith(
    service,
    { lead_id: 'both', tags: ['a', 'new', 'old'] },
    { lead_id: 'other', tags: ['OLD'] },
    { lead_id: 'trashed', tags: ['old'] },
  );
  const as = service.as(project.linus);
  await as.createLeads({}, { body: names });
  const theirs = await projectWith(service, { lead_id: 'theirs', tags: ['old'] });
  const byId = async (lead_id: string, status?: 1000) => (await as.listLeads({ lead_id, status })).body.leads[0];
  await as.deleteLead({ lead: (await byId('trashed'))?._id });

  await change(project.projectId, 'old', { tag: 'new' });

  expect((await as.listLeads({ tags: 'new' })).body.count).toBe(451);
  expect((await as.listLeads({ tags: 'old' })).body.count).toBe(0);
  expect((await byId('lead-449'))?.tags).toEqual(['new', 'own 449']);
  expect((await byId('both'))?.tags).toEqual(['a', 'new']);
  expect((await byId('other'))?.tags).toEqual(['OLD']);
  expect((await byId('trashed', 1000))?.tags).toEqual(['new']);
  expect((await service.as(theirs.linus).listLeads({ tags: 'old' })).body.count).toBe(1);
  const events = await service.outbox(leadUpdated, project.projectId);
  expect(events.filter(({ data }) => data.changes.join() === 'tags')).toHaveLength(452);
});

it('asks for the new name in segments', async () => {
  const project = await projectWith(service, { lead_id: 'a', tags: ['old'] }, { lead_id: 'b', tags: ['x'] });
  const as = service.as(project.linus);
  const filters = [
    { field: 'tags', operator: 'contains', value: 'old' },
    { field: 'tags', operator: 'not in', value: ['older', 'old'] },
    { field: 'company', operator: '=', value: 'old' },
    { field: 'tags', operator: 'is not null' },
  ];
  const { _id: segment } = (await as.createSegment({ name: 'Old ones', match: 'any', filters })).body;
  const { _id: other } = (await as.createSegment({ name: 'Old', filters: filters.slice(2, 3) })).body;

  await change(project.projectId, 'old', { tag: 'new' });

  const { body } = await as.getSegment({ segment });
  expect(body.filters.map(({ value }) => value)).toEqual(['new', ['older', 'new'], 'old', undefined]);
  expect((await as.countSegmentLeads({ segment })).body.count).toBe(2);
  expect((await as.getSegment({ segment: other })).body.__v).toBe(0);
  expect(await service.outbox(segmentUpdated, project.projectId)).toHaveLength(1);
});

it('takes a deleted tag off every lead, and nothing by another colour', async () => {
  const project = await projectWith(
    service,
    { lead_id: 'a', tags: ['gone', 'kept'] },
    { lead_id: 'b', tags: ['gone'] },
  );
  const as = service.as(project.linus);

  await change(project.projectId, 'kept', { color: '#123456' });
  expect(await service.outbox(leadUpdated, project.projectId)).toEqual([]);
  await change(project.projectId, 'gone', 'off');

  expect((await as.listLeads({ sortField: 'lead_id', direction: 1 })).body.leads.map(({ tags }) => tags)).toEqual([
    ['kept'],
    [],
  ]);
});
