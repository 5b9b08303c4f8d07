import type { SlaChangeReason } from '@parley/contracts';
import type { Database } from '@parley/service-kit/database';
import { enqueueTask } from '@parley/service-kit/tasks';

/** Kind of the task that brings a change of policies or hours to the open requests. */
export const judgeTask = 'judge-service-levels';

/** What has changed. */
export interface Judgement {
  why: Extract<SlaChangeReason, 'policy_updated' | 'policy_deleted' | 'hours'>;
  /** The policy that is gone. */
  policy?: string;
  /** Due times of earlier versions are computed again. */
  version?: number;
}

/** @param version of the project's policies and hours: such tasks of a project are done in its order */
export function enqueueJudgement(
  db: Database,
  projectId: string,
  version: number,
  judgement: Judgement,
): Promise<void> {
  const id = `${judgeTask}:${String(version).padStart(10, '0')}`;
  return enqueueTask(db, { projectId, id, kind: judgeTask, payload: judgement });
}
