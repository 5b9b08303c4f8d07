/** The one-way rule of docs/architecture.md, by the roles that file names carry. */
const app = '^apps/([^/]+)/';

/** Rooms of the service kit: each may import those before it. A test may import any. */
const rooms = [
  'concurrency',
  'config',
  'call',
  'observability',
  'security',
  'database',
  'tasks',
  'http',
  'grpc',
  'bus',
  'outbox',
  'consumers',
  'service',
];
const roomRules = rooms.slice(0, -1).map((room, at) => ({
  name: `${room}-imports-earlier-rooms`,
  comment: `The rooms of the service kit, in order: ${rooms.join(', ')}.`,
  severity: 'error',
  from: { path: `^packages/service-kit/src/${room}/`, pathNot: '\\.(test|suite|fixture)\\.ts$' },
  to: { path: `^packages/service-kit/src/(${rooms.slice(at + 1).join('|')})/` },
}));

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    ...roomRules,
    {
      name: 'kit-stands-alone',
      comment: 'Packages are built on the service kit, not under it.',
      severity: 'error',
      from: { path: '^packages/service-kit/src/', pathNot: '\\.(test|suite|fixture)\\.ts$' },
      to: { path: '^packages/', pathNot: '^packages/(service-kit|contracts|proto-gen)/' },
    },
    {
      name: 'rooms-have-one-entrance',
      comment:
        'From outside, a room of the kit is what its index exports. NATS has an entrance of its own, so that it is loaded only where it is used.',
      severity: 'error',
      from: { path: '^(apps|packages|bench)/', pathNot: '^packages/service-kit/' },
      to: { path: '^packages/service-kit/src/', pathNot: '^packages/service-kit/src/([^/]+/index|bus/nats-bus)\\.ts$' },
    },
    {
      name: 'no-cycles',
      severity: 'error',
      from: { pathNot: '/src/generated/' },
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'apps-do-not-import-apps',
      comment: 'Contexts talk by gRPC and events; only all-in-one composes them, through their ./service export.',
      severity: 'error',
      from: { path: app, pathNot: '^apps/all-in-one/' },
      to: { path: app, pathNot: '^apps/$1/' },
    },
    {
      name: 'all-in-one-uses-services-only',
      severity: 'error',
      from: { path: '^apps/all-in-one/' },
      to: { path: app, pathNot: ['^apps/all-in-one/', '^apps/[^/]+/src/service\\.ts$'] },
    },
    {
      name: 'packages-do-not-import-apps',
      severity: 'error',
      from: { path: '^packages/' },
      to: { path: '^apps/' },
    },
    {
      name: 'contracts-import-zod-and-nothing-else',
      severity: 'error',
      from: { path: '^packages/contracts/src/', pathNot: '\\.test\\.ts$' },
      to: { pathNot: ['^packages/contracts/src/', 'node_modules/zod/'] },
    },
    {
      name: 'testkit-is-for-tests',
      severity: 'error',
      from: {
        path: '^(apps|packages)/',
        pathNot: ['^packages/testkit/', '\\.(test|suite|fixture)\\.ts$', '/test/'],
      },
      to: { path: '^packages/testkit/' },
    },
    {
      name: 'only-repositories-know-prisma',
      comment: 'Repositories and query repositories read and write tables; service.ts connects the client.',
      severity: 'error',
      from: {
        path: '^apps/[^/]+/src/',
        pathNot: ['\\.repository\\.ts$', 'src/service\\.ts$', 'src/context\\.ts$', 'src/generated/', '\\.test\\.ts$'],
      },
      to: { path: ['^apps/[^/]+/src/generated/', 'node_modules/@prisma/'] },
    },
    {
      name: 'only-clients-know-stubs',
      comment: 'Another service is spoken to in our own words, in *.client.ts; grpc.ts serves ours.',
      severity: 'error',
      from: {
        path: '^apps/[^/]+/src/',
        pathNot: ['\\.client\\.ts$', 'src/(grpc|service|context)\\.ts$', '\\.grpc\\.ts$', '\\.test\\.ts$'],
      },
      to: { path: '^packages/proto-gen/' },
    },
    {
      name: 'tables-are-the-top',
      comment: 'main -> service -> tables -> operations -> repositories and clients -> domain -> contracts.',
      severity: 'error',
      from: { path: '^apps/[^/]+/src/[^/]+/' },
      to: { path: '^apps/[^/]+/src/(main|service|http|grpc|subscriptions|jobs)\\.ts$', pathNot: '\\.test\\.ts$' },
    },
    {
      name: 'repositories-and-clients-do-not-import-operations',
      severity: 'error',
      from: { path: '^apps/[^/]+/src/.+\\.(repository|client)\\.ts$' },
      to: {
        path: '^apps/[^/]+/src/(main|service|http|grpc|subscriptions|jobs|context)\\.ts$',
        dependencyTypesNot: ['type-only'],
      },
    },
  ],
  options: {
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    exclude: { path: ['/dist/', '\\.turbo/'] },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
      extensions: ['.ts', '.mjs', '.js', '.json'],
    },
  },
};
