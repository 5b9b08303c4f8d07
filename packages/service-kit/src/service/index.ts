export { Closers } from './closers.ts';
export type { Kit, RunningService, ServiceOptions, StartService } from './kit.ts';
export { tlsOf } from './open-client.ts';
export { startOpsServer } from './ops.ts';
export { runProcess } from './process.ts';
export { defineService } from './service.ts';
