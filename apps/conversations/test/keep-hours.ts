import type { Database } from '@parley/service-kit/database';

import { SegmentCopies } from '../src/condition/segment-copies.repository.ts';
import { Calendars } from '../src/hours/calendars.repository.ts';
import { ReadModels } from '../src/read-models/read-models.repository.ts';
import { AutomationConfigs } from '../src/service-level/automation-config.repository.ts';

/** Changes the hours of a project as its event would. @param version of the project's record, above the one before */
export async function keepHours(
  db: Database,
  projectId: string,
  version: number,
  operatingHours: object,
): Promise<void> {
  const record = { _id: projectId, activeOperatingHours: true, operatingHours: JSON.stringify(operatingHours) };
  const configs = new AutomationConfigs(db, new Calendars(db), new SegmentCopies(db));
  await db.transaction(async () => {
    await new ReadModels(db).keepProject({ projectId, id: projectId, version, deleted: false, record });
    await configs.followHours(projectId);
  });
}

/** An hour, in three days: by them nothing is due before. */
export function hoursInThreeDays(): object {
  const day = new Date(Date.now() + 3 * 86_400_000).getUTCDay();
  return { tzname: 'UTC', [day]: [{ start: '12:00', end: '13:00' }] };
}
