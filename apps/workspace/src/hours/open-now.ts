import type { Context } from '../context.ts';
import type { Project } from '../project/project.ts';
import { type Openness, opennessOf, slotOpennessOf } from './hours.ts';

/**
 * Whether a project is open now, or one of its time slots; hours that nobody can read are logged.
 * @throws hoursErrors.time_slot_not_found
 */
export function openNow({ log }: Pick<Context, 'log'>, project: Project, timeSlot?: string): Openness {
  const at = new Date();
  const openness = timeSlot ? slotOpennessOf(project, timeSlot, at) : opennessOf(project, at);
  if (openness.unreadable) log.warn({ projectId: project.id, timeSlot }, 'operating hours cannot be read');
  return openness;
}
