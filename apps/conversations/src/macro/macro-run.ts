import type { ActionInput, Actor } from '@parley/contracts';

import { performerOf } from '../action/performer.ts';
import type { Context } from '../context.ts';
import { readerOfRecords } from '../owned/reader.ts';

interface Place {
  id_project: string;
  request_id: string;
}

/** A macro as a run of actions by the caller. @throws macro_not_found, after request_not_found */
export async function macroRun(context: Context, actor: Actor, place: Place, macroId: string) {
  await context.requestQueries.checkVisible(actor, place.id_project, place.request_id);
  const { actions, __v: version } = await context.macros.get(place.id_project, macroId, readerOfRecords(actor));
  return {
    ...{ performer: performerOf(actor, macroId), place, verb: 'MACRO_RUN' as const },
    // Checked when it was written.
    actions: actions as ActionInput[],
    decision: { rule: 'macro', macro: macroId, version },
  };
}
