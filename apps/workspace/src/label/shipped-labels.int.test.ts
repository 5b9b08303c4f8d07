import { labelsUpdated } from '@parley/contracts';

import { type SharedTeam, sharedTeam } from '../../test/team-harness.ts';

let team: SharedTeam;
beforeAll(async () => {
  team = await sharedTeam();
});

const shown = (id_project: string, lang: string) => team.open.getLanguageLabels({ id_project, lang });

it('clones a shipped language, adding only what a customised one lacks', async () => {
  const { projectId, ada } = await team.project();
  await team.as(ada).setLabels({ lang: 'IT', data: { YES: 'Certo', MINE: 'mio' } });

  const { status, body } = await team.as(ada).cloneShippedLabels({ lang: 'it' });
  const again = await team.as(ada).cloneShippedLabels({}, { query: { lang: 'IT' } });
  const fresh = await team.as(ada).cloneShippedLabels({ lang: 'pt-BR' });

  expect(status).toBe(200);
  expect(body.data.map(({ lang, data }) => [lang, Object.keys(data).length, data.YES, data.MINE, data.NO])).toEqual([
    ['IT', 93, 'Certo', 'mio', 'No'],
  ]);
  expect(again.body).toEqual(body);
  expect(fresh.body.data.map(({ lang }) => lang)).toEqual(['IT', 'PT']);
  expect(fresh.body).toMatchObject({ _id: body._id, id_project: projectId, __v: 2 });
  for (const input of [{}, { lang: 'x' }, { lang: 'dutch' }, { lang: 7 }, { lang: null }]) {
    expect((await team.as(ada).cloneShippedLabels(input)).status).toBe(422);
  }
});

it('clones any other language from English, under its own tag, and announces it', async () => {
  const { projectId, ada } = await team.project();
  const { data: english } = (await team.open.getShippedLabels({ id_project: projectId, lang: 'EN' })).body;
  await team.as(ada).setLabels({ lang: 'NL', data: { YES: 'Ja', MINE: 'mijn' } });

  const { status, body } = await team.as(ada).cloneShippedLabels({ lang: ' nl' });
  const again = await team.as(ada).cloneShippedLabels({ lang: 'NL' });
  const { body: regional } = await team.as(ada).cloneShippedLabels({}, { query: { lang: 'fil-PH' } });

  expect(status).toBe(200);
  const dutch = { lang: 'NL', data: { ...english, YES: 'Ja', MINE: 'mijn' }, default: true };
  expect(body.data).toMatchObject([dutch]);
  expect(again.body).toEqual(body);
  expect(regional.data).toMatchObject([dutch, { lang: 'FIL-PH', data: english, default: false }]);
  expect((await shown(projectId, 'nl-BE')).body).toMatchObject({ lang: 'NL', data: { YES: 'Ja', NO: 'No' } });
  expect((await shown(projectId, 'fil-PH')).body).toMatchObject({ lang: 'FIL-PH', default: false });
  const recorded = await team.outbox(labelsUpdated, projectId);
  expect(recorded.map(({ data }) => data)).toEqual([
    ...[
      { langs: ['NL'], default: 'NL' },
      { langs: ['NL'], default: 'NL' },
    ],
    { langs: ['FIL-PH'], default: 'NL' },
  ]);
  expect((await team.open.getShippedLabels({ id_project: projectId, lang: 'nl' })).body.code).toBe(
    'language_not_shipped',
  );
});

it('returns the shipped languages, all or one', async () => {
  const { projectId, ada } = await team.project();
  await team.as(ada).setLabels({ lang: 'EN', data: { YES: 'Sure' } });
  const id_project = projectId;

  const { body: all } = await team.open.listShippedLabels({ id_project });
  expect(all.map(({ lang, data }) => [lang, Object.keys(data).length])).toEqual(
    'EN IT FR DE ES PT AR AZ KK RU SR SV TR UK UZ'.split(' ').map((lang) => [lang, 92]),
  );
  expect((await team.open.getShippedLabels({ id_project, lang: 'pt-br' })).body).toEqual(all[5]);
  expect((await team.open.getAskedShippedLabels({ id_project, lang: 'it' })).body).toEqual(all[1]);
  expect((await shown((await team.project()).projectId, 'sv-FI')).body).toMatchObject({
    lang: 'SV',
    data: { YES: 'Ja' },
  });
  expect((await team.open.getAskedShippedLabels({ id_project })).body).toEqual(all[0]);
  for (const refused of [
    await team.open.getShippedLabels({ id_project, lang: 'nl' }),
    await team.open.getShippedLabels({ id_project, lang: 'x' }),
    await team.open.getAskedShippedLabels({ id_project, lang: 'nl' }),
  ]) {
    expect([refused.status, refused.body.code]).toEqual([404, 'language_not_shipped']);
  }
});
