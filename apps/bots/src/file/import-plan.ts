import type { BotFile, FieldFault } from '@parley/contracts';
import { newId } from '@parley/service-kit/call';

import { fieldsOf, type Intent, newIntent } from '../intent/intent.ts';
import { faultAt, refused } from './bot-file.ts';

/** What an import does to the intents of a bot. */
export interface ImportPlan {
  /** New and replaced intents. */
  store: Intent[];
  /** `_id`s of intents to delete. */
  remove: string[];
  /** Number of intents after the import. */
  count: number;
  counts: { created: number; replaced: number; kept: number; deleted: number };
}

interface ImportOptions {
  replace: boolean;
  overwrite: boolean;
  about: Pick<Intent, 'projectId' | 'botId' | 'createdBy' | 'createdAt'>;
}

/** @throws validation_failed for an `intent_id` of an intent with another name */
export function planImport(existing: readonly Intent[], { intents = [] }: BotFile, wanted: ImportOptions): ImportPlan {
  const { replace, overwrite, about } = wanted;
  const staying = replace ? [] : existing;
  const byName = new Map(staying.map((intent) => [intent.name, intent]));
  const byIntentId = new Map(staying.map((intent) => [intent.intentId, intent]));
  const faults: FieldFault[] = [];
  const store: Intent[] = [];
  let [kept, replaced] = [0, 0];

  for (const [index, written] of intents.entries()) {
    const old = byName.get(written.intent_display_name);
    if (old && !overwrite) {
      kept += 1;
      continue;
    }
    const holder = written.intent_id === undefined ? undefined : byIntentId.get(written.intent_id);
    if (holder && holder !== old) faults.push(faultAt(['intents', index, 'intent_id'], 'Another intent has it'));
    if (old) replaced += 1;
    const made = newIntent(
      { ...about, id: newId(about.createdAt) },
      { ...(old && { intentId: old.intentId }), ...fieldsOf(written) },
    );
    const { id, createdAt, createdBy, version } = old ?? made;
    store.push({ ...made, id, createdAt, createdBy, version: old ? version + 1 : 0 });
  }
  if (faults.length > 0) throw refused(faults);
  const counts = { created: store.length - replaced, replaced, kept, deleted: replace ? existing.length : 0 };
  const remove = replace ? existing.map(({ id }) => id) : [];
  return { store, remove, count: staying.length + counts.created, counts };
}
