import type { EventEnvelope } from '@parley/contracts';
import { notifyTasksWritten, taskInsert, taskRecords } from '@parley/service-kit/tasks';

import type { Context } from '../context.ts';
import { groupIdsOf } from '../department/department.ts';
import type { ReachableDevice } from './push-device.repository.ts';
import { isPushWanted, type PushNotice } from './push-notice.ts';

/** Kind of the task that notifies one device. */
export const pushTask = 'push';

/** What a task notifies of. */
export interface PlannedPush extends Pick<PushNotice, 'kind' | 'requestId' | 'name' | 'text'> {
  deviceId: string;
}

const enqueue = { name: 'push-enqueue', text: taskInsert('$1') };

/** Longer ones are cut on the way to the device. */
const maxNameLength = 60;
const maxTextLength = 120;

/** Makes the handler of an event that may be news to someone: it asks for one push to each device whose person wants it. */
export function planPushes<Event extends EventEnvelope>(noticeOf: (event: Event) => PushNotice | undefined) {
  return async (context: Context, event: Event): Promise<void> => {
    const notice = noticeOf(event);
    if (!notice) return;
    const { db, secrets, pushDevices } = context;
    const { idproject: projectId } = event;
    const devices = await pushDevices.listReachable(projectId, notice.recipients);
    const wanting = devices.filter(({ notifications, timezone }) =>
      isPushWanted(notifications, notice.kind, timezone, new Date()),
    );
    const recipients = await amongRecipients(context, projectId, notice, wanting);
    if (recipients.length === 0) return;
    const tasks = recipients.map(({ id: deviceId, showsText }) => {
      const { kind, requestId } = notice;
      const words = showsText && {
        name: notice.name?.slice(0, maxNameLength),
        text: notice.text?.slice(0, maxTextLength),
      };
      const planned: PlannedPush = { deviceId, kind, requestId, ...words };
      const id = `${event.id}:${deviceId}`;
      // Sealed, since it may hold a name and the text of a message.
      const payload = { sealed: secrets.seal(JSON.stringify(planned), id) };
      return { projectId, id, kind: pushTask, payload };
    });
    await db.query(enqueue, [taskRecords(tasks)]);
    notifyTasksWritten(db);
  };
}

/** Of a request that waits, those who may serve its department: the members of its groups, or the whole team. */
async function amongRecipients(
  { departments, groups }: Context,
  projectId: string,
  { recipients, department: departmentId }: PushNotice,
  devices: ReachableDevice[],
): Promise<ReachableDevice[]> {
  if (recipients !== undefined || devices.length === 0) return devices;
  const department = departmentId === undefined ? undefined : await departments.find(projectId, departmentId);
  const groupIds = department ? groupIdsOf(department) : [];
  const found = await groups.listLiving(projectId, groupIds);
  const members = new Set(found.flatMap(({ enabled, members }) => (enabled ? members : [])));
  return devices.filter(({ idUser, seesOwnOnly }) => !seesOwnOnly && (groupIds.length === 0 || members.has(idUser)));
}
