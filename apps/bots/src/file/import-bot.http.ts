import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

import { type Actor, type BotFile, botCreated, botFileApi, botImported, commonErrors } from '@parley/contracts';
import { newId } from '@parley/service-kit/call';
import { contentTypeWrong, onceForBody, type RawOperation } from '@parley/service-kit/http';

import { type Bot, defaultFields, newBot } from '../bot/bot.ts';
import { viewOf } from '../bot/bot.view.ts';
import { importInto } from '../bot/bot-changes.ts';
import { fieldsOf } from '../bot/bot-input.ts';
import { newSecret } from '../bot/secret.ts';
import { slugOf } from '../bot/slug.ts';
import type { Context } from '../context.ts';
import { faultAt, parseJson, readFile, refused, warningsOf, withParticipant } from './bot-file.ts';
import { formIn, isForm, readUpload, uploadedText } from './form.ts';
import { planImport } from './import-plan.ts';
import { addressesIn, withoutRefused } from './refused-addresses.ts';

type ImportBot = RawOperation<typeof botFileApi.importBot, Context>;

interface ImportRequest {
  projectId: string;
  botId: string;
  replace: boolean;
  overwrite: boolean;
  intentsOnly: boolean;
}

export const importBot: ImportBot = async (context, actor, input, { req }) => {
  const { id_project: projectId, bot: botId, create, ...switches } = input;
  if (!create) await context.bots.get(projectId, botId);
  const body = await readUpload(req);
  const content = createHash('sha256').update(body).digest('base64url');
  const call = { db: context.db, secrets: context.secrets, endpoint: botFileApi.importBot, actor, req, content };
  return onceForBody(call, async () => {
    const sent = readFile(await fileIn(body, req));
    const { file, warnings } = withoutRefused(sent, await context.outbound.refusedAmong(addressesIn(sent)));
    const asked = { projectId, botId, ...switches };
    const { bot, counts } = create
      ? await makeBot(context, actor, file, asked)
      : await mergeInto(context, actor, file, asked);
    return { ...viewOf(bot), import: { ...counts, warnings: [...warnings, ...warningsOf(file)] } };
  });
};

/** @throws malformed_json; content_type_wrong; body_too_large for a file in a form; validation_failed without a file */
async function fileIn(body: Buffer, req: IncomingMessage): Promise<unknown> {
  const type = req.headers['content-type'] ?? '';
  if (isForm(type)) return parseJson(await uploadedText(await formIn(body, type)));
  if (!/^application\/(?:[\w.+-]+\+)?json\b/i.test(type))
    throw contentTypeWrong(req.headers, ['application/json', 'multipart/form-data']);
  if (!isUtf8(body)) throw commonErrors.malformed_json();
  const value = parseJson(body.toString('utf8'));
  if (typeof value !== 'object' || value === null || !('uploadFile' in value)) return value;
  return typeof value.uploadFile === 'string' ? parseJson(value.uploadFile) : value.uploadFile;
}

async function makeBot(context: Context, actor: Actor, file: BotFile, { projectId }: ImportRequest) {
  const { name, intents: _intents, ...written } = file;
  if (name === undefined) throw refused([faultAt(['name'], 'Required')]);
  const at = new Date();
  const id = newId(at);
  const about = { projectId, createdBy: actor.id, createdAt: at };
  const attributes = withParticipant(written.attributes ?? {}, id);
  const fields = { ...defaultFields, slug: slugOf(name), ...fieldsOf(written), name, attributes };
  const plan = planImport([], file, { replace: false, overwrite: false, about: { ...about, botId: id } });
  context.intents.checkCount(plan.count);
  const bot = await context.bots.insert(
    newBot({ ...about, id, secret: context.secrets.seal(newSecret(), id) }, fields, true),
    async (made) => {
      await context.intents.insertAll(plan.store);
      const view = viewOf(made);
      return [
        botCreated({ bot: view, intents: plan.count }),
        botImported({ bot: view, mode: 'create', import: plan.counts }),
      ];
    },
  );
  return { bot, counts: plan.counts };
}

/** Fields in the file replace the current ones; attributes are merged. */
function changesOf(file: BotFile, botId: string, intentsOnly: boolean) {
  if (intentsOnly) return {};
  const { name, description, language, webhook_url, webhook_enabled, url, attributes } = file;
  const rewritten = attributes && withParticipant(attributes, botId);
  return fieldsOf({ name, description, language, webhook_url, webhook_enabled, url, attributes: rewritten });
}

/** The lock of the bot serialises imports into it. */
function mergeInto(context: Context, actor: Actor, file: BotFile, asked: ImportRequest) {
  const { projectId, botId, replace, overwrite, intentsOnly } = asked;
  const at = new Date();
  return context.db.transaction(async () => {
    const current: Bot = await context.bots.lock(projectId, botId);
    const next = importInto(current, changesOf(file, botId, intentsOnly), at);
    const about = { projectId, botId, createdBy: actor.id, createdAt: at };
    const plan = planImport(await context.intents.ofBot(projectId, botId), file, { replace, overwrite, about });
    context.intents.checkCount(plan.count);
    await context.intents.removeAll(projectId, plan.remove);
    await context.intents.insertAll(plan.store);
    const event = botImported({ bot: viewOf(next), mode: replace ? 'replace' : 'merge', import: plan.counts });
    return { bot: await context.bots.store(current, { next, events: [event] }), counts: plan.counts };
  });
}
