/** The one-way rule of docs/architecture.md, by the roles that file names carry. */
const { readFileSync } = require('node:fs');
const { join } = require('node:path');

const app = '^apps/([^/]+)/';

/** Rooms of the service kit: each may import those before it. A test may import any. */
const kitRooms = [
  'search',
  'hours',
  'patterns',
  'concurrency',
  'config',
  'call',
  'observability',
  'security',
  'database',
  'tasks',
  'mail',
  'http',
  'grpc',
  'archive',
  'transfer',
  'bus',
  'outbox',
  'consumers',
  'service',
];

/** Rooms of conversations, likewise; operations stand above all of them. */
const conversationsRooms = [
  ['request-state', 'access', 'pattern', 'hours', 'condition', 'service-level', 'snooze', 'clock', 'schedule', 'hold'],
  ['participant', 'routing', 'clients', 'read-models', 'directory'],
  ['lead', 'follower', 'label', 'tag', 'mention', 'note', 'location', 'engine', 'request', 'timer', 'request-store'],
  ['merge', 'queue', 'bot-turn', 'direct-message', 'delivery-status', 'message', 'search', 'matches', 'read-position'],
  [
    'request-row',
    'request-list',
    'transcript',
    'typing',
    'viewing',
    'counters',
    'custom-event',
    'feed',
    'erasure',
    'redaction',
    'retention',
  ],
  ['owned', 'view', 'action', 'macro', 'rule', 'survey', 'bulk'],
  ['transfer'],
].flat();

/** Operations of conversations are what its tables name. */
const operations = ['http', 'grpc', 'subscriptions', 'jobs'].flatMap((table) => {
  const text = readFileSync(join(__dirname, `apps/conversations/src/${table}.ts`), 'utf8');
  return [...text.matchAll(/from '\.\/(.+\/.+)';/g)].map(([, path]) => `^apps/conversations/src/${path}$`);
});

/** @param exempt paths that may import any room */
function roomRulesOf(folder, rooms, exempt = []) {
  return rooms.slice(0, -1).map((room, at) => ({
    name: `${room}-imports-earlier-rooms`,
    comment: `The rooms of ${folder}, in order: ${rooms.join(', ')}.`,
    severity: 'error',
    from: { path: `^${folder}/src/${room}/`, pathNot: ['\\.(test|suite|fixture)\\.ts$', ...exempt] },
    to: { path: `^${folder}/src/(${rooms.slice(at + 1).join('|')})/` },
  }));
}

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    ...roomRulesOf('packages/service-kit', kitRooms),
    ...roomRulesOf('apps/conversations', conversationsRooms, operations),
    {
      name: 'operations-do-not-call-operations',
      comment:
        'What two operations share is a rule, in a file of its own; a .grpc.ts may offer an operation to other services.',
      severity: 'error',
      from: {
        path: '^apps/conversations/src/',
        pathNot: ['^apps/conversations/src/(http|grpc|subscriptions|jobs)\\.ts$', '\\.(test|grpc)\\.ts$'],
      },
      to: { path: operations },
    },
    {
      name: 'every-folder-of-conversations-is-a-room',
      severity: 'error',
      from: { path: '^apps/conversations/src/' },
      to: {
        path: '^apps/conversations/src/[^/]+/',
        pathNot: `^apps/conversations/src/(generated|${conversationsRooms.join('|')})/`,
      },
    },
    {
      name: 'kit-stands-alone',
      comment: 'Packages are built on the service kit, not under it.',
      severity: 'error',
      from: { path: '^packages/service-kit/src/', pathNot: '\\.(test|suite|fixture)\\.ts$' },
      to: { path: '^packages/', pathNot: '^packages/(service-kit|contracts|proto-gen)/' },
    },
    {
      name: 'embedded-postgres-stands-alone',
      comment: 'The tests of the service kit start it, too.',
      severity: 'error',
      from: { path: '^packages/embedded-postgres/src/', pathNot: '\\.test\\.ts$' },
      to: { path: '^(apps|packages)/', pathNot: '^packages/embedded-postgres/' },
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
      to: {
        path: app,
        pathNot: ['^apps/all-in-one/', '^apps/[^/]+/src/service\\.ts$', '^apps/transfer/src/run\\.ts$'],
      },
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
      name: 'sdk-stands-alone',
      comment: 'It is published: what it needs is in its folder.',
      severity: 'error',
      from: { path: '^packages/sdk/src/' },
      to: { pathNot: '^packages/sdk/src/' },
    },
    {
      name: 'browsers-use-the-sdk-alone',
      comment: 'Console and widget are built on the public API.',
      severity: 'error',
      from: { path: '^apps/(console|widget)/src/' },
      to: { path: '^(apps|packages)/', pathNot: ['^apps/$1/', '^packages/sdk/src/[^/]+\\.ts$'] },
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
    // swc is not told of JSX here: biome and scripts/check-rooms.mjs check what console and widget may import.
    exclude: { path: ['/dist/', '\\.turbo/', '\\.tsx$'] },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
      extensions: ['.ts', '.mjs', '.js', '.json'],
    },
  },
};
