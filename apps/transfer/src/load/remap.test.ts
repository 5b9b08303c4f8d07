import { noProject } from '@parley/contracts';

import { IdMap } from './remap.ts';

const [project, bot, lead] = ['65e18b00aaaaaaaaaa000001', '65e18b00aaaaaaaaaa000002', '65e18b00aaaaaaaaaa000003'];
const ids = new IdMap('a key');

it('gives every reference of a record the same new id, which keeps the time of creation', () => {
  const record = {
    ...{ _id: lead, participants: [`bot_${bot}`], request_id: `support-group-${project}-${'0'.repeat(32)}` },
    attributes: { [bot]: 1, deep: [{ lead }] },
  };
  expect(ids.record(record)).toEqual({
    ...{ _id: ids.id(lead), participants: [`bot_${ids.id(bot)}`] },
    request_id: `support-group-${ids.id(project)}-${'0'.repeat(32)}`,
    attributes: { [ids.id(bot)]: 1, deep: [{ lead: ids.id(lead) }] },
  });
  expect(ids.id(lead)).toMatch(/^65e18b00[0-9a-f]{16}$/);
  expect(new Set([project, bot, lead].map((id) => ids.id(id))).size).toBe(3);
});

it('touches no words of people but paths of files, no hashes, and not the id that stands for no project', () => {
  const path = `uploads/projects/${project}/a.png`;
  const record = { text: `${lead} is at /files?path=${path}`, sha256: project, uploader: { id_project: noProject } };
  expect(ids.record(record)).toEqual({
    ...{ text: `${lead} is at /files?path=${path.replace(project, ids.id(project))}`, sha256: project },
    uploader: { id_project: noProject },
  });
});

it('maps ids of messages, and leaves the Message-IDs of mails as they are', () => {
  const mail = { _id: lead, message_id: `<${bot}@shop.example>`, message: bot };
  expect(ids.record(mail)).toEqual({ ...mail, _id: ids.id(lead), message: ids.id(bot) });
  // Of a scheduled message, and of a mention in the activities.
  const record = { message_id: bot, actionObj: { message_id: bot } };
  expect(ids.record(record)).toEqual({ message_id: ids.id(bot), actionObj: { message_id: ids.id(bot) } });
});

it('maps paths of files in texts also where they are a part of an address', () => {
  const address = (own: string) => `https://shop.example/v3/files?path=uploads%2Fprojects%2F${own}%2Fa.png`;
  expect(ids.record({ text: address(project) })).toEqual({ text: address(ids.id(project)) });
});

it('changes nothing without a key but who is linked to an account', () => {
  const kept = new IdMap();
  expect(kept.record({ id_user: bot, lead })).toEqual({ id_user: bot, lead });
  kept.link(bot, project);
  expect(kept.record({ id_user: bot, lead })).toEqual({ id_user: project, lead });
});

it('names the account of a person who is linked under other ids, too', () => {
  const mapped = new IdMap('a key');
  // The answer of their owner names records as they were sent.
  mapped.link(mapped.id(bot), project);
  expect(mapped.record({ id_user: bot, participants: [bot, lead] })).toEqual({
    id_user: project,
    participants: [project, mapped.id(lead)],
  });
});
