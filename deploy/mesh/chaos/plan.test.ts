import { planOf } from './plan.ts';

const services = ['gateway', 'workspace', 'conversations'];
const seeds = Array.from({ length: 100 }, (_, seed) => seed);

it('plans the same for the same seed, and something else for another', () => {
  expect(planOf(7, services, 2)).toEqual(planOf(7, services, 2));
  expect(new Set(seeds.map((seed) => JSON.stringify(planOf(seed, services, 2)))).size).toBe(seeds.length);
});

it('leaves out no service, no replica and no fault over 100 seeds', () => {
  const steps = seeds.flatMap((seed) => planOf(seed, services, 2).flat());
  const done = new Set(
    steps.flatMap((step) => ('service' in step ? [`${step.service} ${step.nth}`, step.fault] : step.fault)),
  );
  expect([...done].sort()).toEqual(
    [
      ...services.flatMap((service) => [`${service} 0`, `${service} 1`]),
      ...['kill', 'stop', 'end', 'restart nats', 'wipe nats', 'flush redis', 'restart redis'],
      ...['restart postgres', 'kill postgres', 'restart s3'],
    ].sort(),
  );
});
