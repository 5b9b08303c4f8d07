import { on, once } from 'node:events';
import { createRequire } from 'node:module';

import { Client, credentials, Server, ServerCredentials, status } from '@grpc/grpc-js';
import { loadSync, type ServiceDefinition } from '@grpc/proto-loader';
import { DirectoryServiceService } from '@parley/proto-gen/workspace/v1/directory';
import { fakeService, startFakes } from '@parley/testkit/fakes';

import { addReflection } from '../src/grpc/reflection.ts';
import { createLogger } from '../src/observability/log.ts';
import type { RunningService } from '../src/service/definition.ts';

const key = Buffer.alloc(32, 9).toString('base64url');
const env = { NODE_ENV: 'test', LOG_LEVEL: 'silent', ACTOR_KEY: key, DATA_KEY: key };
let directory: RunningService;

beforeAll(async () => {
  directory = await startFakes('workspace', [fakeService(DirectoryServiceService, {})], env);
});
afterAll(() => directory.stop());

it('answers the standard health question', async () => {
  const { tool, method } = toolFor('grpc.health.v1.Health', 'Check', 'grpc-health-check/proto/health/v1/health.proto');
  const { path, requestSerialize, responseDeserialize } = method;

  const answer = await new Promise((resolve, reject) => {
    const question = { service: 'parley.workspace.v1.DirectoryService' };
    tool.makeUnaryRequest(path, requestSerialize, responseDeserialize, question, (error, response) =>
      error ? reject(error) : resolve(response),
    );
  });

  expect(answer).toEqual({ status: 'SERVING' });
  tool.close();
});

it.each(['v1', 'v1alpha'])('describes to tools what it serves, by reflection %s', async (version) => {
  const proto = `@grpc/reflection/build/proto/grpc/reflection/${version}/reflection.proto`;
  const { tool, method } = toolFor(`grpc.reflection.${version}.ServerReflection`, 'ServerReflectionInfo', proto);
  const { path, requestSerialize, responseDeserialize } = method;

  const stream = tool.makeBidiStreamRequest(path, requestSerialize, responseDeserialize);
  const answers = on(stream, 'data');
  stream.write({ listServices: '' });
  const { value: listed } = await answers.next();
  stream.write({ fileContainingSymbol: 'parley.workspace.v1.DirectoryService' });
  const { value: described } = await answers.next();
  stream.end();

  expect(JSON.stringify(listed)).toContain('parley.workspace.v1.DirectoryService');
  expect(described).toMatchObject([{ fileDescriptorResponse: { fileDescriptorProto: [expect.any(Buffer)] } }]);
  tool.close();
});

it('refuses reflection where the .proto files are missing', async () => {
  const server = new Server();
  const services = ['parley.workspace.v1.DirectoryService'];
  addReflection(server, {
    services,
    log: createLogger({ service: 'toy', level: 'silent' }),
    protoFolder: new URL('./missing/', import.meta.url),
  });
  const port = await new Promise<number>((resolve, reject) =>
    server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, bound) =>
      error ? reject(error) : resolve(bound),
    ),
  );
  const proto = '@grpc/reflection/build/proto/grpc/reflection/v1/reflection.proto';
  const address = `127.0.0.1:${port}`;
  const { tool, method } = toolFor('grpc.reflection.v1.ServerReflection', 'ServerReflectionInfo', proto, address);

  const stream = tool.makeBidiStreamRequest(method.path, method.requestSerialize, method.responseDeserialize);
  stream.write({ listServices: '' });
  const [error] = await once(stream, 'error');

  expect(error).toMatchObject({ code: status.UNIMPLEMENTED });
  tool.close();
  server.forceShutdown();
});

/** A client made from a `.proto` file, as tools make theirs. */
function toolFor(service: string, name: string, proto: string, address = directory.addresses.grpc) {
  const file = createRequire(import.meta.url).resolve(proto);
  const methods = loadSync(file, { enums: String })[service] as ServiceDefinition;
  const method = methods[name];
  if (method === undefined) throw new Error(`${service} has no ${name}`);
  return { tool: new Client(address, credentials.createInsecure()), method };
}
