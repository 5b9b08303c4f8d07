import { readFile } from 'node:fs/promises';

import { demoContacts } from './contacts.ts';
import type { DemoPerson, DemoProject, DemoTeam } from './demo-project.ts';
import type { PastConversation } from './history.ts';
import { importHistory } from './import-history.ts';
import { demoTags, openConversations } from './open-conversations.ts';
import type { LaterRating } from './rate-when-asked.ts';
import { answerMails, type BouncingAnswer, type MailPlace, sendMails } from './seed-mails.ts';
import { seedOpenConversation } from './seed-open-conversation.ts';
import { botIntents } from './shop-bot.ts';
import { botLabels } from './shop-bot-texts.ts';
import { shopHours } from './shop-hours.ts';
import type { ShopServer } from './shop-server.ts';
import {
  cannedResponses,
  contactFields,
  demoMailbox,
  macros,
  rules,
  segments,
  slaPolicies,
  surveys,
  views,
} from './shop-settings.ts';

interface Seeded {
  project: DemoProject;
  ratings: LaterRating[];
  /** None where the project has no mailbox. */
  bouncing: BouncingAnswer | undefined;
}

/**
 * Fills a new project: the settings of a shop, its customers, what has happened recently, and what is open now.
 * @param servers that of SMTP, for the mailbox, and whom the webhook calls
 */
export async function seedProject(
  { api, id, team }: Pick<DemoProject, 'api' | 'id' | 'team'>,
  recent: readonly PastConversation[],
  { mailPort, shop }: { mailPort: number; shop: ShopServer | undefined },
): Promise<Seeded> {
  const call = api.as(team.Ada.token);
  const create = async (records: string, body: object) => (await call('POST', `/${id}/${records}`, body))._id;
  const createAll = async (records: string, bodies: readonly object[]) => {
    for (const body of bodies) await create(records, body);
  };
  const { operatingHours, holidays } = shopHours(new Date());
  const [{ bot, departments }] = await Promise.all([
    seedRouting(create, team),
    createAll(
      'tags',
      Object.entries(demoTags).map(([tag, color]) => ({ tag, color })),
    ),
    createAll('canned', cannedResponses),
    createAll('properties', contactFields),
    createAll('segments', segments),
    createAll('holidays', holidays),
    createAll('macros', macros),
    createAll('rules', rules),
    createAll('views', views),
    createAll('surveys', surveys),
    createAll('labels', botLabels),
    call('POST', `/${id}/leads/multi`, demoContacts()),
    call('PUT', `/projects/${id}`, { activeOperatingHours: true, operatingHours }),
  ]);
  // Another domain, or none, may send through the installation where the operator has said so: the demo has no mailbox then.
  const mailbox = { ...demoMailbox, department: departments.Sales };
  const made = await call<{ _id?: string }>('POST', `/${id}/mailboxes`, mailbox, { accept: [200, 409, 422] });
  const place: MailPlace | undefined = made._id === undefined ? undefined : { mailbox: made._id, port: mailPort };
  // They are worked on while the rest is made.
  if (place) await sendMails(place);
  await call('POST', `/${id}/faq/ops_update`, {
    id_faq_kb: bot,
    operations: botIntents.map((intent) => ({ type: 'post', intent })),
  });
  await seedPhotos({ api, id, team, bot });
  const project = { api, id, team, departments, bot };
  await Promise.all([importHistory(project, recent), shop && seedWebhook(project, shop)]);
  const opened = new Map<string, string>();
  let bouncing: BouncingAnswer | undefined;
  const ratings: LaterRating[] = [];
  for (const conversation of openConversations) {
    // Before the last one, which is to be the newest.
    if (place && conversation === openConversations.at(-1)) bouncing = await answerMails(project, place);
    const requestId = await seedOpenConversation(project, conversation);
    opened.set(conversation.visitor.firstname, requestId);
    if (conversation.rating) ratings.push({ requestId, rating: conversation.rating });
    const related = opened.get(conversation.relatedTo ?? '');
    if (related !== undefined) await call('PUT', `/${id}/requests/${requestId}/links/${related}`);
  }
  // After the answers: measured times would be those of the seeding, under a second.
  await createAll('sla_policies?apply=open', slaPolicies);
  const answer = [...opened.values()].at(-1) ?? '';
  // By which the console sees what has been done since.
  await call('PUT', `/projects/${id}`, {
    attributes: {
      'console.tour': {
        ...{ answer, since: new Date().toISOString(), bot, department: departments['Ask Robby'] },
        people: Object.keys(team).length,
      },
    },
  });
  return { project, ratings, bouncing };
}

/** To the shop's own server, which hears who gets each conversation from now on. Not of those that begin: imported ones begin, too. */
async function seedWebhook({ api, id, team }: DemoProject, shop: ShopServer): Promise<void> {
  const webhook = { event: 'request.assigned', target: shop.url, send_token: false };
  // An operator may have denied the port.
  const { secret } = await api.call<{ secret?: string }>('POST', `/${id}/subscriptions`, {
    ...{ token: team.Ada.token, body: webhook, accept: [200, 422] },
  });
  if (secret !== undefined) await shop.trust(secret);
}

/** People send their own; the owner sends the bot's. */
async function seedPhotos({ api, id, team, bot }: Omit<DemoProject, 'departments'>): Promise<void> {
  const send = async (portrait: string, { token }: DemoPerson, query = '') => {
    const body = new FormData();
    const bytes = await readFile(new URL(`../../portraits/${portrait}.png`, import.meta.url));
    body.append('file', new File([bytes], `${portrait}.png`, { type: 'image/png' }));
    await api.call('PUT', `/${id}/files/users/photo${query}`, { token, body, accept: [201] });
  };
  await Promise.all([
    send('ada', team.Ada),
    send('linus', team.Linus),
    send('alan', team.Alan),
    send('robby', team.Ada, `?bot_id=${bot}`),
  ]);
}

/** Groups and the bot, and departments of every routing: who writes to the first one is answered by people. */
async function seedRouting(create: (records: string, body: object) => Promise<string>, { Ada, Linus, Alan }: DemoTeam) {
  const frontDesk = await create('groups', { name: 'Front desk', members: [Ada.id, Linus.id] });
  const workshop = await create('groups', { name: 'Workshop', members: [Alan.id] });
  const bot = await create('bots', {
    ...{ name: 'Robby', description: 'Finds orders, takes returns and answers what is asked often', template: 'empty' },
  });
  const departments = {
    Sales: await create('departments', { name: 'Sales', routing: 'pooled', id_group: frontDesk }),
    Returns: await create('departments', { name: 'Returns', routing: 'assigned', id_group: workshop }),
    'Ask Robby': await create('departments', { name: 'Ask Robby', routing: 'assigned', id_bot: bot }),
  };
  return { bot, departments };
}
