import { createHmac, randomUUID } from 'node:crypto';

import { newUser } from './mesh.ts';

/** A project whose site has the widget, with an agent who answers. */
export async function openWidgetShop(url: string, settings: Record<string, unknown> = {}) {
  const ada = await newUser(url, 'Ada');
  const { body: project } = await ada.customer.call('POST', '/projects', { name: 'Paper & Pencil' });
  const id: string = project._id;
  if (Object.keys(settings).length > 0) await ada.customer.call('PUT', `/projects/${id}`, settings);
  await ada.customer.call('PUT', `/${id}/project_users/`, { user_available: true });
  const read = async (path: string) => (await ada.customer.call('GET', `/${id}${path}`)).body;

  return {
    id,
    owner: ada,
    read,
    /** Open and closed ones, oldest first. */
    requests: async (): Promise<
      { request_id: string; first_text: string; status: number; attributes: object; rating?: number }[]
    > => (await read('/requests?status=all&direction=1')).requests,
    /** A text that the project shows in English. */
    label: async (key: string): Promise<string> => (await read('/labels/EN')).data[key],
    leads: async (): Promise<{ fullname: string; email?: string }[]> => (await read('/leads')).leads,
    texts: async (request: string): Promise<string[]> =>
      (await read(`/requests/${request}/messages`)).map(({ text }: { text: string }) => text),
    call: (method: string, path: string, body?: unknown) => ada.customer.call(method, `/${id}${path}`, body),
    say: async (request: string, text: string, more: object = {}) => {
      await made(ada.customer.call('POST', `/${id}/requests/${request}/messages`, { text, ...more }));
    },
  };
}

export type WidgetShop = Awaited<ReturnType<typeof openWidgetShop>>;

/** The server of the shop, which vouches for the visitors who have signed in there. */
export async function openVouching(shop: WidgetShop): Promise<(id: string, firstname: string) => string> {
  const { body } = await shop.call('POST', '/keys/generate');
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return (id, firstname) => {
    const now = Math.floor(Date.now() / 1000);
    const claims = {
      _id: id,
      firstname,
      sub: 'userexternal',
      aud: `parley:projects:${shop.id}`,
      iat: now,
      exp: now + 300,
      jti: randomUUID(),
    };
    const text = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(claims)}`;
    return `${text}.${createHmac('sha256', body.jwtSecret).update(text).digest('base64url')}`;
  };
}

/** A bot that answers by intents, in front of the shop's department. */
export async function addBot(shop: WidgetShop, answers: Record<string, string>, template = 'empty'): Promise<void> {
  const { body: bot } = await shop.call('POST', '/bots', { name: 'Robby', template });
  for (const [question, answer] of Object.entries(answers)) {
    const name = question.replace(/\W/g, '');
    await made(shop.call('POST', '/faq', { id_faq_kb: bot._id, intent_display_name: name, question, answer }));
  }
  const [department] = (await shop.call('GET', '/departments')).body;
  await made(shop.call('PUT', `/departments/${department._id}`, { id_bot: bot._id }));
}

async function made(call: Promise<{ status: number; body: unknown }>): Promise<void> {
  const { status, body } = await call;
  if (status !== 200) throw new Error(JSON.stringify(body));
}
