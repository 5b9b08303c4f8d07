import { hashToStore } from './load-users.ts';

const bcrypt = (form: string, cost: number) =>
  `$${form}$${String(cost).padStart(2, '0')}$${'N9qo8uLOickgx2ZMRZoMye'}${'I'.repeat(31)}`;

it.each(['2a', '2b', '2y'])('keeps bcrypt hashes ($%s$) up to a cost that does not stop a core', (form) => {
  const costs = Array.from({ length: 32 }, (_, cost) => cost);
  const kept = costs.filter((cost) => hashToStore(bcrypt(form, cost)) === bcrypt(form, cost));
  expect(kept).toEqual([4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14]);
});

it.each([
  ['MD5', 'd41d8cd98f00b204e9800998ecf8427e'],
  [
    'SHA-512 of crypt',
    '$6$saltsalt$qFmFH.bQmmtXzyBY0s9v7Oicd2z4XSIecDzlB5KiA2/jctKu9YterLp8wwnSq.qc.eoxqOmSuNp2xS0ktL3nh/',
  ],
  ['a bcrypt of another form', bcrypt('2x', 10)],
  ['a bcrypt that is cut', bcrypt('2b', 10).slice(0, -1)],
  ['a password in the clear', 'an old secret'],
  ['nothing', undefined],
])('stores no hash for %s: the password is reset', (_what, hash) => {
  expect(hashToStore(hash)).toBeUndefined();
});
