import type { intentApi } from '@parley/contracts';
import { type RawOperation, streamText } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { csvOf } from './intent-csv.ts';

type ExportIntents = RawOperation<typeof intentApi.exportIntents, Context>;

const headers = {
  'content-type': 'text/csv; charset=utf-8',
  'content-disposition': 'attachment; filename="intents.csv"',
};

export const exportIntents: ExportIntents = async (context, _actor, { id_project, id_faq_kb }, raw) => {
  const bot = await context.bots.get(id_project, id_faq_kb);
  const intents = await context.intents.ofBot(id_project, bot.id);
  await streamText(raw, headers, csvOf(intents));
  return undefined;
};
