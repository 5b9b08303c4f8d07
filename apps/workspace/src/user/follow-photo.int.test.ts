import { type EventEnvelope, type FileView, teammateUpdated } from '@parley/contracts';
import { newId } from '@parley/service-kit/call';

import { type SharedTeam, sharedTeam } from '../../test/team-harness.ts';
import { hidePhoto, isPhoto, showPhoto } from './follow-photo.ts';

let team: SharedTeam;
beforeAll(async () => {
  team = await sharedTeam();
});

function photoOf(id: string, sha256 = 'a1b2c3d4e5f6'): FileView {
  const folder = `uploads/users/${id}/images`;
  const file = newId();
  return {
    ...{ _id: file, id: file, __v: 0, id_project: '0'.repeat(24), path: `${folder}/photo.jpg`, filename: 'me.png' },
    ...{ size: 1, type: 'image/jpeg', uploader: { kind: 'user', id }, sha256, createdAt: new Date().toISOString() },
    ...{ thumbnail: `${folder}/thumbnails_200_200-photo.jpg`, thumbnail_sha256: sha256 },
  };
}

const event = (file: FileView) => ({ data: { file } }) as EventEnvelope<{ file: FileView }>;
const uploaded = (file: FileView) => team.context.db.transaction(() => showPhoto(team.context, event(file)));
const deleted = (file: FileView) => team.context.db.transaction(() => hidePhoto(team.context, event(file)));
const urlOf = (id: string, v: string) =>
  `/v3/images?path=uploads/users/${id}/images/thumbnails_200_200-photo.jpg&v=${v}`;

it('shows the thumbnail in every record of a person, and announces it in each of their projects', async () => {
  const { projectId, ada } = await team.project();
  const linus = await team.join(ada, 'Linus');
  const announced = async () =>
    (await team.outbox(teammateUpdated, projectId)).filter(({ data }) => data.changes.includes('avatar'));

  await uploaded(photoOf(linus.id));

  const url = urlOf(linus.id, 'a1b2c3d4');
  const { body: list } = await team.as(ada).listTeammates({ sortField: 'createdAt', direction: 1 });
  const people = list.map(({ id_user }) => id_user as { _id: string; avatar?: string });
  expect(people.map(({ _id, avatar }) => [_id, avatar]).sort()).toEqual(
    [
      [ada.id, undefined],
      [linus.id, url],
    ].sort(),
  );
  const { body: one } = await team.as(ada).getTeammate({ project_user_id: linus.teammateId });
  expect(one).toMatchObject({ id_user: { avatar: url }, __v: 1 });
  const { body: widget } = await team.open.getWidgetSettings({ id_project: projectId });
  expect(widget.user_available).toContainEqual({ id: linus.id, firstname: 'Linus', avatar: url });
  expect(widget.user_available).toContainEqual({ id: ada.id, firstname: 'Ada' });
  const [first] = await announced();
  expect(first).toMatchObject({
    idproject: projectId,
    data: { teammate: { id_user: { avatar: url }, __v: 1 }, changes: ['avatar'] },
  });

  await uploaded(photoOf(linus.id, 'ffffffff00'));
  expect((await announced()).at(-1)?.data).toMatchObject({ previous: { avatar: url } });
  expect(await announced()).toHaveLength(2);
});

it('is there in projects that come later, and in what is announced of them', async () => {
  const { ada } = await team.project();
  await uploaded(photoOf(ada.id));
  const person = { kind: 'user', id: ada.id } as const;
  const { body: other } = await team.as(person).createProject({ name: 'Second' });
  const there = await team.member(other._id, person);
  const avatar = urlOf(ada.id, 'a1b2c3d4');
  expect((await team.as(there).listTeammates()).body[0]?.id_user).toMatchObject({ avatar });
});

// What media announces when a photo is uploaded, replaced twice and deleted or not.
const histories = [1, 2, 3].flatMap((count) => [true, false].map((isKept) => [count, isKept] as const));

it.each(histories)(
  'ends with what is there after %i photos (the last kept: %s), in whatever order events arrive',
  async (count, isKept) => {
    for (let round = 0; round < 6; round += 1) {
      const { ada } = await team.project();
      const photos = Array.from({ length: count }, (_, index) => photoOf(ada.id, `${index}`.repeat(12)));
      const history = photos.flatMap((photo, index) => [
        () => uploaded(photo),
        ...(index < count - 1 || !isKept ? [() => deleted(photo)] : []),
      ]);
      const placed = history.map((step, index) => ({ step, place: ((index + 1) * (round + 1)) % 11 }));
      for (const { step } of placed.sort((one, other) => one.place - other.place)) await step();

      const { body } = await team.as(ada).listTeammates();
      const { avatar } = (body[0]?.id_user ?? {}) as { avatar?: string };
      expect([round, avatar]).toEqual([round, isKept ? urlOf(ada.id, `${count - 1}`.repeat(8)) : undefined]);
      const rows = await team.db.query('SELECT 1 FROM avatars WHERE id_user = $1', [ada.id]);
      expect(rows).toHaveLength(isKept ? 1 : 0);
    }
  },
);

it('takes no notice of other files, of bots, and of thumbnails that nothing is known of', async () => {
  const { ada } = await team.project();
  const place = `uploads/users/${ada.id}/images/b0f30a1e-0000-4000-8000-000000000000/photo.jpg`;
  expect(isPhoto({ file: { ...photoOf(ada.id), path: place } })).toBe(false);
  expect(isPhoto({ file: photoOf(ada.id) })).toBe(true);
  const bot = photoOf(newId());
  await uploaded(bot);
  await deleted(bot);
  expect(await team.db.query('SELECT 1 FROM avatars WHERE id_user = $1', [bot.uploader.id])).toEqual([]);
  await uploaded({ ...photoOf(ada.id), thumbnail_sha256: undefined });
  expect(await team.db.query('SELECT 1 FROM avatars WHERE id_user = $1', [ada.id])).toEqual([]);
});
