import { planOf } from './plan.ts';

const services = ['gateway', 'workspace', 'conversations'];
const parts = { services, storing: services.slice(1), replicas: 2 };
const seeds = Array.from({ length: 100 }, (_, seed) => seed);

it('plans the same for the same seed, and something else for another', () => {
  expect(planOf(7, parts)).toEqual(planOf(7, parts));
  expect(new Set(seeds.map((seed) => JSON.stringify(planOf(seed, parts)))).size).toBe(seeds.length);
});

it('leaves out no service, no replica and no fault over 100 seeds', () => {
  const steps = seeds.flatMap((seed) => planOf(seed, parts).flat());
  const done = new Set(
    steps.flatMap((step) => {
      if ('server' in step) return `${step.fault} ${step.service} ${step.nth} from ${step.server}`;
      return 'service' in step ? [`${step.service} ${step.nth}`, step.fault] : step.fault;
    }),
  );
  const ways = [
    ...parts.services.map((name) => `${name} 0 from nats`),
    ...parts.storing.map((name) => `${name} 0 from postgres`),
  ];
  expect([...done].sort()).toEqual(
    [
      ...ways.flatMap((way) => [way, way.replace('0', '1')]).flatMap((way) => [`cut ${way}`, `stall ${way}`]),
      ...services.flatMap((service) => [`${service} 0`, `${service} 1`]),
      ...['kill', 'stop', 'end', 'restart nats', 'wipe nats', 'flush redis', 'restart redis'],
      ...['restart postgres', 'kill postgres', 'restart s3'],
    ].sort(),
  );
});
