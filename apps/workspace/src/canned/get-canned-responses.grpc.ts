import type { DirectoryServiceService } from '@parley/proto-gen/workspace/v1/directory';
import type { GrpcHandler } from '@parley/service-kit/grpc';

import type { Context } from '../context.ts';
import { viewOf } from './canned.ts';

type GetCannedResponses = GrpcHandler<(typeof DirectoryServiceService)['getCannedResponses'], Context>;

const maxAsked = 100;

export const getCannedResponses: GetCannedResponses = async ({ canned }, { idProject, ids }) => {
  const found = await canned.live(idProject, ids.slice(0, maxAsked));
  return {
    responses: found.map((response) => ({
      ...{ id: response.id, version: response.version },
      recordJson: JSON.stringify(viewOf(response)),
    })),
  };
};
