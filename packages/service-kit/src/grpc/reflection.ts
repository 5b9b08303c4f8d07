import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import type { Server } from '@grpc/grpc-js';
import { loadSync } from '@grpc/proto-loader';
import { ReflectionService } from '@grpc/reflection';

import type { Logger } from '../observability/log.ts';

/** The repository's `proto/`. */
const ownProtoFolder = new URL('../../../../proto/', import.meta.url);

interface ReflectionOptions {
  /** `parley.workspace.v1.DirectoryService`, … */
  services: readonly string[];
  log: Logger;
  protoFolder?: URL;
}

/** gRPC reflection for tools like grpcurl, from the `.proto` files. Without the files the server serves without it. */
export function addReflection(
  server: Server,
  { services, log, protoFolder = ownProtoFolder }: ReflectionOptions,
): void {
  const root = fileURLToPath(protoFolder);
  try {
    const files = [...new Set(services.map(folderOf))].flatMap((folder) => protosIn(root, folder));
    if (files.length === 0) return;
    const definitions = loadSync(files, { includeDirs: [root], keepCase: true });
    new ReflectionService(definitions, { services: [...services] }).addToServer(server);
  } catch (error) {
    log.warn({ err: error }, 'gRPC reflection is unavailable');
  }
}

/** `parley.workspace.v1.DirectoryService` → `workspace/v1`. */
function folderOf(service: string): string {
  return service.split('.').slice(1, -1).join('/');
}

function protosIn(root: string, folder: string): string[] {
  return readdirSync(`${root}/${folder}`)
    .filter((name) => name.endsWith('.proto'))
    .map((name) => `${folder}/${name}`);
}
