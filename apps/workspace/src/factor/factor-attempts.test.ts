import { openLimits } from '@parley/service-kit/security';
import { amountOf } from '@parley/testkit';

import { FactorAttempts } from './factor-attempts.ts';

/** At night as many as there are codes of six digits. */
const guesses = amountOf({ quick: 20_000, soak: 1_000_000 });
const atOnce = 10_000;

it('lets ten guesses reach the comparison, however many there are, so that the right one among them does not sign in', async () => {
  const limits = await openLimits();
  const attempts = new FactorAttempts(limits);
  const compared: number[] = [];
  const outcomes = { wrong: 0, right: 0, refused: 0 };
  const right = 12_345;
  const guess = async (code: number) => {
    const compare = async () => {
      compared.push(code);
      if (code !== right) throw new Error('a wrong code');
    };
    await attempts.try('ada', compare).then(
      () => (outcomes.right += 1),
      (error: { code?: string }) => (outcomes[error.code === 'rate_limited' ? 'refused' : 'wrong'] += 1),
    );
  };

  for (let first = 0; first < guesses; first += atOnce)
    await Promise.all(Array.from({ length: atOnce }, (_, place) => guess(first + place)));

  expect(outcomes).toEqual({ wrong: 10, right: 0, refused: guesses - 10 });
  expect(compared).toEqual(Array.from({ length: 10 }, (_, code) => code));
  await limits.close();
});
