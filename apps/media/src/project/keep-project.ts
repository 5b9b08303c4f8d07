import type { EventEnvelope, projectDeleted, projectUpdated } from '@parley/contracts';
import type { z } from 'zod';

import type { Context } from '../context.ts';
import { planRecord } from '../subject/record-deletion.ts';
import { rulesOf } from './project.ts';

type Updated = EventEnvelope<z.output<(typeof projectUpdated)['schema']>>;
type Deleted = EventEnvelope<z.output<(typeof projectDeleted)['schema']>>;

export async function keepProject(
  context: Context,
  { idproject, data: { project } }: { idproject: string; data: Pick<Updated['data'], 'project'> },
): Promise<void> {
  const { settings, attributes, widget, __v } = project as Record<string, unknown> & { __v: number };
  const rules = rulesOf(objectOf(settings), objectOf(attributes), { widget });
  await context.projects.keep(idproject, rules, __v);
}

export async function endProject(context: Context, { idproject, time, data: { project } }: Deleted): Promise<void> {
  await context.projects.end(idproject, project.__v);
  await planRecord(context, { projectId: idproject, at: new Date(time) });
}

function objectOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
