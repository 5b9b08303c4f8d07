import type { ContactsClient } from '../clients/contacts.client.ts';
import type { WorkspaceClient } from '../clients/workspace.client.ts';
import type { NamedRecord } from '../condition/named-records.ts';
import type { FetchRecords } from '../condition/references.repository.ts';
import type { SegmentCopies } from '../condition/segment-copies.repository.ts';
import { copiedSegment } from '../condition/surroundings.ts';
import type { ReadModels } from '../read-models/read-models.repository.ts';
import type { Directory } from './directory.repository.ts';
import type { LivingBots } from './living-bots.ts';
import type { Members } from './members.ts';

/** Of a kind, so many are asked for: a few may be new, not hundreds. Each department is a call. */
const most = { department: 20, others: 100 };
const deadlineMs = 3_000;
const botPrefix = 'bot_';

interface Parts {
  workspace: WorkspaceClient;
  contacts: ContactsClient;
  directory: Directory;
  readModels: ReadModels;
  segmentCopies: SegmentCopies;
  members: Members;
  livingBots: LivingBots;
}

/** Asks the owners of records for those that the read models lack, and stores the answers. Deleted ones are known. */
export function fetchNamed(parts: Parts): FetchRecords {
  const { workspace, contacts, directory, readModels, segmentCopies, members, livingBots } = parts;

  async function fetchSegments(projectId: string, ids: readonly string[]): Promise<void> {
    const missing = ids.length > 0 ? await segmentCopies.missing(projectId, ids) : [];
    if (missing.length === 0) return;
    for (const { id, version, record } of await contacts.getSegments(projectId, missing))
      await readModels.keepSegment({ projectId, id, version, deleted: false, record: copiedSegment(record) });
  }

  async function fetchDepartment(projectId: string, id: string): Promise<void> {
    if (await directory.isDepartmentGone(projectId, id)) return;
    const { department } = (await workspace.getRoutingContext(projectId, id, deadlineMs)) ?? {};
    const record = department?.record;
    // Absent when an older release of workspace answers.
    if (typeof record?.__v !== 'number') return;
    await readModels.keepDepartment({ projectId, id, version: record.__v, deleted: false, record });
  }

  return async (projectId, unknown) => {
    const idsOf = (...kinds: NamedRecord['kind'][]) =>
      unknown.flatMap(({ kind, id }) => (kinds.includes(kind) ? [id] : [])).slice(0, most.others);
    const anyone = idsOf('anyone', 'teammate');
    const bots = anyone.flatMap((id) => (id.startsWith(botPrefix) ? [id.slice(botPrefix.length)] : []));
    const people = anyone.filter((id) => !id.startsWith(botPrefix));
    const departments = idsOf('department').slice(0, most.department);
    await Promise.all([
      fetchSegments(projectId, idsOf('segment')),
      ...departments.map((id) => fetchDepartment(projectId, id)),
      members.resolve(projectId, people),
      livingBots.findNamed(projectId, bots),
    ]);
  };
}
