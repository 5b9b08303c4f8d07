import type { Conversion } from './conversion.ts';
import type { Source } from './plain.ts';

const kinds = ['internal', 'tilebot', 'external', 'dialogflow', 'rasa'];

/** Bots, their published versions and their intents. @returns ids of the bots */
export async function convertBots(conversion: Conversion): Promise<ReadonlySet<string>> {
  const bots = new Set<string>();
  const slugs = new Set<string>();
  const originals = new Set<string>();
  for await (const { source } of conversion.rowsUncounted('faq_kbs'))
    if (source.ref('root_id') === undefined && !isDropped(source)) originals.add(source.id);
  for await (const row of conversion.rows('faq_kbs')) {
    const { source } = row;
    const type = source.text('type') ?? 'internal';
    const root = source.ref('root_id');
    if (isDropped(source)) {
      row.drop();
      continue;
    }
    // Of nothing, or of a copy, maybe in a circle.
    if (root !== undefined && !originals.has(root)) {
      await row.refuse('parent_missing', 'root_id');
      continue;
    }
    if (!kinds.includes(type)) row.repair('a type of another name');
    const slug = freeSlug(source, root === undefined ? slugs : new Set());
    const url = source.text('url', 65_536);
    // Of a bot with versions it names the newest one.
    const published = /\/ext\/([0-9a-f]{24})$/.exec(url ?? '')?.[1];
    const isStored = await row.store('bot', {
      ...source.stored(),
      root_id: root,
      name: source.text('name') ?? 'Bot',
      type: type === 'dialogflow' || type === 'rasa' ? 'external' : kinds.includes(type) ? type : 'internal',
      slug,
      language: source.text('language') ?? 'en',
      description: source.text('description', 65_536),
      title: source.text('title', 65_536),
      short_description: source.text('short_description', 65_536),
      mainCategory: source.text('mainCategory'),
      url: published === undefined ? url : undefined,
      webhook_url: source.text('webhook_url', 65_536),
      webhook_enabled: source.flag('webhook_enabled') ?? false,
      attributes: source.object('attributes') ?? {},
      tags: source.texts('tags'),
      subtype: source.text('subtype') ?? 'chatbot',
      agents_available: source.flag('agents_available') ?? true,
      public: source.flag('public') ?? false,
      trashedAt: isTrashed(source) ? (source.time('trashedAt') ?? source.time('updatedAt')) : undefined,
      published_id: published,
    });
    if (isStored) bots.add(source.id);
  }
  await convertIntents(conversion, bots);
  return bots;
}

/** Copies are marked like this, too. */
function isTrashed(source: Source): boolean {
  return source.flag('trashed') === true && source.ref('root_id') === undefined;
}

function isDropped(source: Source): boolean {
  return source.text('type') === 'identity' || (isTrashed(source) && !isInTrash(source));
}

function isInTrash(source: Source): boolean {
  const at = source.time('trashedAt') ?? source.time('updatedAt');
  return at !== undefined && Date.now() - Date.parse(at) < 30 * 86_400_000;
}

function freeSlug(source: Source, taken: Set<string>): string {
  const name = source.text('slug') ?? source.text('name') ?? '';
  const plain = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 72);
  const wanted = plain.replace(/^-+|-+$/g, '') || 'bot';
  let slug = wanted;
  for (let number = 1; taken.has(slug); number++) slug = `${wanted}-${number}`;
  taken.add(slug);
  return slug;
}

async function convertIntents(conversion: Conversion, bots: ReadonlySet<string>): Promise<void> {
  const names = new Map<string, Set<string>>();
  for await (const row of conversion.rows('faqs')) {
    const { source } = row;
    const bot = source.ref('id_faq_kb');
    if (source.flag('trashed')) row.drop();
    else if (bot === undefined || !bots.has(bot)) await row.refuse('orphan', 'id_faq_kb');
    else {
      const taken = names.get(bot) ?? new Set();
      names.set(bot, taken);
      const wanted = source.text('intent_display_name') ?? `untitled_${source.id}`;
      let name = wanted;
      for (let number = 1; taken.has(name); number++) name = `${wanted}-${number}`;
      if (name !== wanted) row.repair('a name that another intent has');
      taken.add(name);
      for (const field of ['status', 'language', 'agents_available'])
        if (source.all[field] !== undefined) row.lose(field);
      await row.store('intent', {
        ...source.stored(),
        id_faq_kb: bot,
        intent_id: source.text('intent_id') ?? source.id,
        intent_display_name: name,
        question: source.text('question', 65_536),
        answer: source.text('answer', 65_536),
        actions: source.list('actions'),
        form: source.all.form,
        reply: source.all.reply,
        attributes: source.object('attributes') ?? {},
        enabled: source.flag('enabled') ?? true,
        webhook_enabled: source.flag('webhook_enabled') ?? false,
        topic: source.text('topic') ?? 'default',
      });
    }
  }
}
