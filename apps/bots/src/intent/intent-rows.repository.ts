import type { Intent } from './intent.ts';

/** The select list that makes an `Intent`: column names are the members' names. */
export const intentColumns = `i.id_project as "projectId", i.id, i.id_bot as "botId", i.intent_id as "intentId", i.name, i.question, i.answer,
  i.actions, i.form, i.reply, i.attributes, i.enabled, i.webhook_enabled as "webhookEnabled", i.topic,
  i.created_by as "createdBy", i.created_at as "createdAt", i.updated_at as "updatedAt", i.version`;

const bump = (changed: string) => `update bot b set intents_version = b.intents_version + 1
  from (select distinct id_project, id_bot from ${changed}) c where b.id_project = c.id_project and b.id = c.id_bot`;

/** Upserts any number of intents in one statement; existing rows are replaced entirely. `$1`: `recordsOf(…)`. */
export const storeIntents = `with stored as (insert into intent
    (id_project, id, id_bot, intent_id, name, question, answer, actions, form, reply, attributes, enabled, webhook_enabled, topic,
     created_by, created_at, updated_at, version)
  select * from jsonb_to_recordset($1::jsonb) as record (id_project text, id text, id_bot text, intent_id text, name text,
    question text, answer text, actions jsonb, form jsonb, reply jsonb, attributes jsonb, enabled boolean, webhook_enabled boolean,
    topic text, created_by text, created_at timestamptz, updated_at timestamptz, version integer)
  on conflict (id_project, id) do update set intent_id = excluded.intent_id, name = excluded.name,
    question = excluded.question, answer = excluded.answer, actions = excluded.actions, form = excluded.form,
    reply = excluded.reply, attributes = excluded.attributes, enabled = excluded.enabled,
    webhook_enabled = excluded.webhook_enabled, topic = excluded.topic, updated_at = excluded.updated_at,
    version = excluded.version returning id_project, id_bot)
  ${bump('stored')}`;

/** `$1` project, `$2` ids. */
export const removeIntents = `with removed as (delete from intent where id_project = $1 and id = any($2) returning id_project, id_bot)
  ${bump('removed')}`;

export function recordsOf(intents: readonly Intent[]): string {
  return JSON.stringify(
    intents.map((intent) => ({
      id_project: intent.projectId,
      id: intent.id,
      id_bot: intent.botId,
      intent_id: intent.intentId,
      name: intent.name,
      question: intent.question,
      answer: intent.answer,
      actions: intent.actions,
      form: intent.form ?? undefined,
      reply: intent.reply ?? undefined,
      attributes: intent.attributes,
      enabled: intent.enabled,
      webhook_enabled: intent.webhookEnabled,
      topic: intent.topic,
      created_by: intent.createdBy,
      created_at: intent.createdAt,
      updated_at: intent.updatedAt,
      version: intent.version,
    })),
  );
}
