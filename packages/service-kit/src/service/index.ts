export { type OpsRoute, withInput } from '../call/ops-route.ts';
export { closeAll } from './close-all.ts';
export type { RunningService, ServiceOptions, ServiceResources, StartService } from './definition.ts';
export { startOpsServer } from './ops.ts';
export { runProcess } from './process.ts';
export { defineService } from './start-service.ts';
