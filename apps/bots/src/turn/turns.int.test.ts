import { Stage } from '../../test/stage.ts';

const stage = new Stage();
beforeAll(async () => {
  await stage.start();
});
afterAll(() => stage.service?.stop());

it('answers by the intent that is meant', async () => {
  const { talk } = await stage.bot([
    { intent_display_name: 'hours', question: 'When do you open?\nOpening hours', answer: 'From nine to five.' },
    { intent_display_name: 'defaultFallback', answer: 'Pardon?' },
  ]);
  expect(await talk.ask('when do you open')).toEqual(['From nine to five.']);
  expect(await talk.ask('your opening hours')).toEqual(['From nine to five.']);
  expect(await talk.ask('bananas')).toEqual(['Pardon?']);
});
