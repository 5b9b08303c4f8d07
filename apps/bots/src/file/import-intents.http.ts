import { createHash } from 'node:crypto';

import { botImported, intentApi, text } from '@parley/contracts';
import { contentTypeWrong, onceForBody, type RawOperation } from '@parley/service-kit/http';
import { z } from 'zod';

import { viewOf } from '../bot/bot.view.ts';
import { importInto } from '../bot/bot-changes.ts';
import type { Context } from '../context.ts';
import { webhookAddresses } from '../intent/intent.ts';
import { faultAt, refused } from './bot-file.ts';
import { formIn, isForm, readUpload, uploadedText } from './form.ts';
import { type CsvIntent, Delimiter, planCsv, readIntents } from './intent-csv.ts';

type ImportIntents = RawOperation<typeof intentApi.importIntents, Context>;

const Form = z.object({ id_faq_kb: text(255, 1), delimiter: Delimiter });

export const importIntents: ImportIntents = async (context, actor, { id_project: projectId }, { req }) => {
  const type = req.headers['content-type'] ?? '';
  if (!isForm(type)) throw contentTypeWrong(req.headers, ['multipart/form-data']);
  const body = await readUpload(req);
  const content = createHash('sha256').update(body).digest('base64url');
  const call = { db: context.db, secrets: context.secrets, endpoint: intentApi.importIntents, actor, req, content };
  return onceForBody(call, async () => {
    const form = await formIn(body, type);
    const { id_faq_kb: botId, delimiter } = fieldsIn(form);
    await context.bots.get(projectId, botId);
    const rows = readIntents(await uploadedText(form), delimiter);
    await context.outbound.check(rows.flatMap(({ written }) => webhookAddresses(written)));
    const counts = await store(context, rows, { projectId, botId, createdBy: actor.id });
    return { success: true as const, msg: 'CSV Parsed', ...counts };
  });
};

/** @throws validation_failed */
function fieldsIn(form: FormData): z.output<typeof Form> {
  const named = ['id_faq_kb', 'delimiter'].map((name) => [name, form.get(name) || undefined]);
  const { data, error } = Form.safeParse(Object.fromEntries(named));
  if (error) throw refused(error.issues.map(({ path, message }) => faultAt(path, message)));
  return data;
}

/** The lock of the bot serialises imports into it. A file without changes stores nothing. */
function store(
  { db, bots, intents }: Context,
  rows: readonly CsvIntent[],
  { projectId, botId, createdBy }: { projectId: string; botId: string; createdBy: string },
) {
  const at = new Date();
  return db.transaction(async () => {
    const current = await bots.lock(projectId, botId);
    const next = importInto(current, {}, at);
    const about = { projectId, botId, createdBy, createdAt: at, language: current.language };
    const plan = planCsv(await intents.ofBot(projectId, botId), rows, about);
    intents.checkCount(plan.count);
    if (plan.store.length > 0) {
      await intents.insertAll(plan.store);
      const event = botImported({ bot: viewOf(next), mode: 'merge', import: plan.counts });
      await bots.store(current, { next, events: [event] });
    }
    return { created: plan.counts.created, updated: plan.updated };
  });
}
