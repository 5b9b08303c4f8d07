import { stableExample } from './stable-example.ts';

const one = {
  _id: '1'.repeat(24),
  again: '1'.repeat(24),
  request_id: `support-group-${'2'.repeat(24)}-${'ab'.repeat(16)}`,
  createdAt: '2031-03-04T05:06:07.089Z',
  email: 'ada.6f2d6a52-5f0e-4c1b-9d57-2f6f3f0f8a11@example.com',
  token: 'JWT eyJ.private.part',
  link: 'http://127.0.0.1:40123/v3',
  waiting_time: 17,
  rows: [{ n: 1 }, { n: 2 }],
};

it('replaces ids, times, secrets and addresses, equal ones by equal ones, and shortens lists', () => {
  expect(stableExample(one)).toEqual({
    _id: '64f0c0a1b2c3d4e5f6a70001',
    again: '64f0c0a1b2c3d4e5f6a70001',
    request_id: 'support-group-64f0c0a1b2c3d4e5f6a70002-5f2b9c1d7e3a4860b1c2d3e4f5a60001',
    createdAt: '2026-01-15T09:30:00.000Z',
    email: 'ada@example.com',
    token: expect.not.stringContaining('private'),
    link: 'https://parley.example/v3',
    waiting_time: 41_000,
    rows: [{ n: 1 }],
  });
});

it('makes the same of an answer with other ids and times', () => {
  const other = JSON.parse(JSON.stringify(one).replaceAll('1'.repeat(24), '9'.repeat(24)).replace('2031', '2032'));

  expect(stableExample(other)).toEqual(stableExample(one));
});
