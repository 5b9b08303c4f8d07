import { ParleyError } from '@parley/sdk';

import { storeForm } from './store-form.ts';

interface Shop {
  _id: string;
  __v: number;
  name: string;
  text: string;
  /** Not in the form. */
  other: string;
}

const formOf = ({ name, text }: Shop) => ({ name, text });
const first: Shop = { _id: 'a', __v: 0, name: 'Shop', text: '', other: '' };

/** A record behind an API that checks versions; others change it right before the calls that are given. */
function apiOf(others: readonly Partial<Shop>[]) {
  const left = [...others];
  let stored = first;
  const sent: object[] = [];
  return {
    stored: () => stored,
    sent,
    formOf,
    save: async (changes: Partial<ReturnType<typeof formOf>>, { __v }: Shop) => {
      sent.push(changes);
      const other = left.shift();
      if (other) stored = { ...stored, ...other, __v: stored.__v + 1 };
      if (stored.__v !== __v) throw mismatch();
      stored = { ...stored, ...changes, __v: __v + 1 };
      return stored;
    },
    reload: async () => stored,
  };
}

const mismatch = () =>
  new ParleyError('updateShop', 1, {
    ...{ code: 'version_mismatch', status: 412, msg: 'changed', requestId: undefined, retryAfter: undefined },
    problem: {},
  });

it('sends what was changed alone', async () => {
  const api = apiOf([]);
  await storeForm(api, { base: first, draft: { name: 'Store', text: '' } });
  expect(api.sent).toEqual([{ name: 'Store' }]);
});

it('stores over a new version whose changes the form does not show', async () => {
  const api = apiOf([{ other: 'x' }, { other: 'y' }]);
  const outcome = await storeForm(api, { base: first, draft: { name: 'Store', text: '' } });
  expect(outcome).toEqual({ stored: { ...first, __v: 3, name: 'Store', other: 'y' } });
});

it('stores nothing over a change that the form shows, and says what changed', async () => {
  const api = apiOf([{ other: 'x' }, { text: 'Hello' }]);
  const outcome = await storeForm(api, { base: first, draft: { name: 'Store', text: '' } });
  expect(outcome).toEqual({ conflict: { base: first, theirs: api.stored(), names: ['text'] } });
  expect(api.stored()).toMatchObject({ name: 'Shop', text: 'Hello' });
});

it('has nothing to decide where both have stored the same', async () => {
  const api = apiOf([{ name: 'Store', other: 'x' }]);
  const outcome = await storeForm(api, { base: first, draft: { name: 'Store', text: '' } });
  expect(outcome).toEqual({ stored: { ...first, __v: 2, name: 'Store', other: 'x' } });
});

it('gives up when others never stop', async () => {
  const api = apiOf(Array(9).fill({ other: 'x' }));
  await expect(storeForm(api, { base: first, draft: { name: 'Store', text: '' } })).rejects.toMatchObject({
    code: 'version_mismatch',
  });
});
