import { bannerOf } from './banner.ts';

const mesh = {
  ...{ url: 'http://127.0.0.1:3000', ops: '', dataFolder: '/data', addresses: {}, localServers: new Map() },
  ...{ mailPort: 2_525, startedInMs: 2_345, settled: async () => {}, stop: async () => {} },
};
const bannerIn = (env: Record<string, string>, more = {}) =>
  bannerOf({ ...mesh, ...more }, { logFile: undefined, env });

it.each([
  ['this machine', {}, 'http://localhost:3000'],
  ['an address for people', { PUBLIC_URL: 'https://chat.example.com' }, 'https://chat.example.com'],
  ['one with a slash at its end', { PUBLIC_URL: 'https://chat.example.com/' }, 'https://chat.example.com'],
])('names what people open, at %s', (_, env, open) => {
  const banner = bannerIn(env);
  expect(banner).toContain(`  Open           ${open}\n  API            ${open}/v3\n  API reference  ${open}/docs\n`);
  expect(banner).toContain(`  First account  ${open}/console/signup\n`);
});

it('says how to make the first account without a console', () => {
  expect(bannerIn({ CONSOLE: 'off' })).toContain('  First account  POST http://localhost:3000/v3/auth/signup\n');
});

it('says who may sign in, or why there is no demo', () => {
  const demo = { projectId: 'p1', people: [{ role: 'owner', email: 'ada@parley.example', password: 'secret' }] };
  expect(bannerIn({}, { demo })).toMatch(
    /Demo project {3}p1 {3}sign in with:\n {4}owner {2}ada@parley.example {7}secret\n/,
  );
  expect(bannerIn({}, { demo })).toContain('  Demo mailbox   help@shop.example on port 2525  (');
  expect(bannerIn({}, { demo })).not.toContain('First account');
  expect(bannerIn({}, { demoFailure: 'It was refused.' })).toMatch(
    /No demo {8}It was refused\.\n.*\n {2}First account/,
  );
});
