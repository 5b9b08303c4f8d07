import { botUpdated, type EventEnvelope, type FileView } from '@parley/contracts';
import { newId } from '@parley/service-kit/call';
import { personasOf } from '@parley/testkit';

import type { Bots } from '../../test/bots.ts';
import { sharedBots } from '../../test/bots-harness.ts';
import { hidePhoto, isPhoto, showPhoto } from './follow-photo.ts';

const { projectId, ada, linus } = personasOf();
let bots: Bots;
beforeAll(async () => {
  ({ service: bots } = await sharedBots());
});

function photoOf(id: string, sha256: string): FileView {
  const folder = `uploads/users/${id}/images`;
  const file = newId();
  return {
    ...{ _id: file, id: file, __v: 0, id_project: projectId, path: `${folder}/photo.jpg`, filename: 'me.png', size: 1 },
    ...{ type: 'image/jpeg', uploader: { kind: 'user', id }, sha256, createdAt: new Date().toISOString() },
    ...{ thumbnail: `${folder}/thumbnails_200_200-photo.jpg`, thumbnail_sha256: sha256 },
  };
}

const event = (file: FileView) => ({ data: { file } }) as EventEnvelope<{ file: FileView }>;
const uploaded = (file: FileView) => bots.context.db.transaction(() => showPhoto(bots.context, event(file)));
const deleted = (file: FileView) => bots.context.db.transaction(() => hidePhoto(bots.context, event(file)));
const urlOf = (id: string, v: string) =>
  `/v3/images?path=uploads/users/${id}/images/thumbnails_200_200-photo.jpg&v=${v}`;
const newBot = async () => (await bots.as(ada).createBot({ name: 'Robby', template: 'blank' })).body;
const changes = async () =>
  (await bots.outbox(botUpdated, projectId)).filter(({ data }) => data.changes.includes('avatar'));

it('is shown in every view of a bot and its copies, and announced, without counting as an edit', async () => {
  const bot = await newBot();
  expect((await bots.as(ada).publishBot({ bot: bot._id })).status).toBe(200);
  await uploaded(photoOf(bot._id, 'a1b2c3d4e5'));

  const avatar = urlOf(bot._id, 'a1b2c3d4');
  for (const actor of [ada, linus]) {
    expect((await bots.as(actor).getBot({ bot: bot._id })).body.avatar).toBe(avatar);
    expect((await bots.as(actor).listBots()).body).toContainEqual(expect.objectContaining({ _id: bot._id, avatar }));
  }
  expect((await bots.as(ada).getBot({ bot: bot._id })).body.modified).toBe(false);
  const { body: published } = await bots.as(ada).listPublishedBots({ bot: bot._id });
  expect(published).toEqual([expect.objectContaining({ root_id: bot._id, avatar })]);
  const announced = await changes();
  expect(announced.map(({ data, aggregateversion }) => [data.changes, data.bot.avatar, aggregateversion])).toEqual([
    [['avatar'], avatar, 2],
  ]);
});

it.each([true, false])(
  'ends with what is there, in whatever order events arrive (the last photo kept: %s)',
  async (isKept) => {
    for (let round = 0; round < 6; round += 1) {
      const bot = await newBot();
      const [first, second] = [photoOf(bot._id, '1'.repeat(12)), photoOf(bot._id, '2'.repeat(12))];
      const steps = [
        () => uploaded(first),
        () => deleted(first),
        () => uploaded(second),
        ...(isKept ? [] : [() => deleted(second)]),
      ];
      const placed = steps.map((step, index) => ({ step, place: ((index + 1) * (round + 1)) % 7 }));
      for (const { step } of placed.sort((one, other) => one.place - other.place)) await step();
      const { body } = await bots.as(ada).getBot({ bot: bot._id });
      expect([round, body.avatar]).toEqual([round, isKept ? urlOf(bot._id, '2'.repeat(8)) : undefined]);
    }
  },
);

it('takes no notice of people and of bots that are gone, and keeps nothing of those', async () => {
  const bot = await newBot();
  await uploaded(photoOf(bot._id, '3'.repeat(12)));
  expect((await bots.as(ada).deleteBot({ bot: bot._id })).status).toBe(200);
  const before = (await changes()).length;
  await deleted(photoOf(bot._id, '3'.repeat(12)));
  await uploaded(photoOf(newId(), '4'.repeat(12)));
  expect((await changes()).length).toBe(before);
  expect(await bots.db.query('select 1 from bot_avatar where id_bot = $1', [bot._id])).toEqual([]);
  expect(isPhoto({ file: { ...photoOf(bot._id, '5'), path: 'uploads/users/x/images/photo.jpg' } })).toBe(false);
});
