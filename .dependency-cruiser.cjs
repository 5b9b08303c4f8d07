/** The one-way rule of docs/architecture.md, by the roles that file names carry. */
const app = '^apps/([^/]+)/';

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
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
