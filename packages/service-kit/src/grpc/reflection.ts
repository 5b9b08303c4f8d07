import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import type { Server } from '@grpc/grpc-js';
import { loadSync } from '@grpc/proto-loader';
import { ReflectionService } from '@grpc/reflection';

import type { Logger } from '../observability/log.ts';

/** The repository's `proto/`. */
const ownProtoFolder = new URL('../../../../proto/', import.meta.url);

/** Files do not change while a process runs, and reading them takes longer than all else that starts a server. */
const loaded = new Map<string, ReflectionService | undefined>();

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
    const key = [root, ...services].join(' ');
    const reflection = loaded.get(key) ?? load(root, services);
    loaded.set(key, reflection);
    reflection?.addToServer(server);
  } catch (error) {
    log.warn({ err: error }, 'gRPC reflection is unavailable');
  }
}

function load(root: string, services: readonly string[]): ReflectionService | undefined {
  const files = [...new Set(services.map(folderOf))].flatMap((folder) => protosIn(root, folder));
  if (files.length === 0) return undefined;
  const definitions = loadSync(files, { includeDirs: [root], keepCase: true });
  return new ReflectionService(definitions, { services: [...services] });
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
