import { readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

import {
  type Server,
  type ServerDuplexStream,
  type ServiceDefinition,
  status,
  type UntypedServiceImplementation,
} from '@grpc/grpc-js';

import type { Logger } from '../observability/log.ts';

/** The repository's `proto/`. */
const ownProtoFolder = new URL('../../../../proto/', import.meta.url);

interface ReflectionOptions {
  /** `parley.workspace.v1.DirectoryService`, … */
  services: readonly string[];
  log: Logger;
  protoFolder?: URL;
}

/** One version of the reflection service, as the library adds it to a server. */
interface ReflectionMethod {
  definition: ServiceDefinition[string];
  handle(call: ReflectionCall): void;
}

type ReflectionCall = ServerDuplexStream<unknown, unknown>;

const services = ['grpc.reflection.v1.ServerReflection', 'grpc.reflection.v1alpha.ServerReflection'];
const method = 'ServerReflectionInfo';

/**
 * gRPC reflection for tools like grpcurl, from the `.proto` files. They are read with the first call: it takes more time than all else that
 * a server needs to start. Without the files that call is UNIMPLEMENTED.
 */
export function addReflection(server: Server, options: ReflectionOptions): void {
  let loading: Promise<ReadonlyMap<string, ReflectionMethod>> | undefined;
  let loaded: ReadonlyMap<string, ReflectionMethod> | undefined;
  const load = async () => {
    loading ??= loadReflection(options);
    loaded = await loading;
    return loaded;
  };

  for (const service of services) {
    const path = `/${service}/${method}`;
    const definitionOf = () => loaded?.get(path)?.definition as ServiceDefinition[string];
    const definition: ServiceDefinition[string] = {
      ...{ path, requestStream: true, responseStream: true },
      requestSerialize: (request) => definitionOf().requestSerialize(request),
      requestDeserialize: (bytes) => definitionOf().requestDeserialize(bytes),
      responseSerialize: (response) => definitionOf().responseSerialize(response),
      responseDeserialize: (bytes) => definitionOf().responseDeserialize(bytes),
    };
    const handle = async (call: ReflectionCall) => {
      try {
        (await load()).get(path)?.handle(call);
      } catch (error) {
        options.log.warn({ err: error }, 'gRPC reflection is unavailable');
        call.emit('error', { code: status.UNIMPLEMENTED, details: 'reflection is unavailable' });
      }
    };
    server.addService({ [method]: definition }, { [method]: handle });
  }
}

/** By path. @throws Error when the files are missing */
async function loadReflection({
  services: described,
  protoFolder = ownProtoFolder,
}: ReflectionOptions): Promise<ReadonlyMap<string, ReflectionMethod>> {
  const [{ load }, { ReflectionService }] = await Promise.all([
    import('@grpc/proto-loader'),
    import('@grpc/reflection'),
  ]);
  const root = fileURLToPath(protoFolder);
  const files = await Promise.all([...new Set(described.map(folderOf))].map((folder) => protosIn(root, folder)));
  const definitions = await load(files.flat(), { includeDirs: [root], keepCase: true });

  const methods = new Map<string, ReflectionMethod>();
  const recorder: Pick<Server, 'addService'> = {
    addService(added, implementation: UntypedServiceImplementation) {
      const definition = added[method];
      if (definition === undefined) return;
      methods.set(definition.path, { definition, handle: implementation[method] as ReflectionMethod['handle'] });
    },
  };
  new ReflectionService(definitions, { services: [...described] }).addToServer(recorder);
  return methods;
}

/** `parley.workspace.v1.DirectoryService` → `workspace/v1`. */
function folderOf(service: string): string {
  return service.split('.').slice(1, -1).join('/');
}

async function protosIn(root: string, folder: string): Promise<string[]> {
  const names = await readdir(`${root}/${folder}`);
  return names.filter((name) => name.endsWith('.proto')).map((name) => `${folder}/${name}`);
}
