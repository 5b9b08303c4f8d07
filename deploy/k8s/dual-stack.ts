import { everyone } from './mesh.ts';
import { type Component, type Resource, settingsWith } from './resource.ts';

/** IPv4 and IPv6, in whichever order the cluster prefers; our processes listen on both. */
export const dualStack: Component = {
  name: 'dual-stack',
  adds: {},
  changes: [
    settingsWith({ PARLEY_HOST: '::' }),
    ...everyone.flatMap(({ name }) => [name, ...(name === 'gateway' ? [] : [`${name}-grpc`])]).map(onBoth),
  ],
};

function onBoth(name: string): Resource {
  return { apiVersion: 'v1', kind: 'Service', metadata: { name }, spec: { ipFamilyPolicy: 'PreferDualStack' } };
}
