import { type EndpointRow, idAt, type Place, type RecordMaker } from './row.ts';

/** Intents are those of the bot that the place knows. */
const ofBot = ({ known }: Place) => ({ id_faq_kb: known.bot ?? '' });

async function newIntent({ owner, projectId, known }: Place): Promise<unknown> {
  return owner('post', `/${projectId}/faq`, { id_faq_kb: known.bot });
}

export const botsRecords: Record<string, RecordMaker> = {
  bot: async ({ owner, projectId }) =>
    idAt(await owner('post', `/${projectId}/bots`, { name: 'Robby', template: 'blank' }), '_id'),
  intent: async (place) => idAt(await newIntent(place), '_id'),
  intent_id: async (place) => idAt(await newIntent(place), 'intent_id'),
};

/** A bot's token finds no bot but its own. */
const others = ['bot_not_found', 'intent_not_found'];
/** A language is none of the records. */
const anyLanguage = { lang: [404, 422] };

export const botsRows: Record<string, EndpointRow> = {
  listBots: {},
  createBot: { body: () => ({ name: 'Robby', template: 'empty' }) },
  getBot: { refuses: others },
  updateBot: {},
  patchBot: {},
  setBotLanguage: { params: { lang: () => 'it' }, otherIds: anyLanguage },
  mergeBotAttributes: {},
  deleteBot: {},
  publishBot: { takesAnyId: ['restore_from'] },
  listPublishedBots: {},
  rotateBotSecret: {},
  createBotToken: { isFresh: true },
  listBotCalls: {},

  getChatbotParameters: {},
  setChatbotParameters: {},

  exportBot: {},
  importBot: {},
  forkBot: {},
  forkBotByPut: {},

  listIntents: { query: ofBot, refuses: others },
  createIntent: { body: (place) => ofBot(place) },
  changeIntents: {
    body: (place) => ({ ...ofBot(place), operations: [{ type: 'post', intent: { answer: 'Yes' } }] }),
    takesAnyId: ['_id', 'intent_id'],
  },
  exportIntents: { query: ofBot },
  // The calls of these tests have JSON in their bodies, and this one wants a form.
  importIntents: { body: ofBot, refuses: ['content_type_wrong'] },
  askBot: { body: (place) => ({ ...ofBot(place), question: 'When?' }) },
  getIntentById: { query: ofBot, refuses: others },
  updateIntentById: { body: (place) => ({ ...ofBot(place), answer: 'Yes' }) },
  deleteIntentById: { query: ofBot, refuses: ['intent_not_found'] },
  getIntent: { refuses: others },
  updateIntent: { refuses: ['intent_not_found'] },
  patchIntent: { refuses: ['intent_not_found'] },
  mergeIntentAttributes: { refuses: ['intent_not_found'] },
  deleteIntent: { refuses: ['intent_not_found'] },
};
