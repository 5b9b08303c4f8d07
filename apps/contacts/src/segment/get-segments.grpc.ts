import type { ContactsServiceService } from '@parley/proto-gen/contacts/v1/contacts';
import type { GrpcHandler } from '@parley/service-kit/grpc';

import type { Context } from '../context.ts';
import { viewOf } from './segment.ts';

type GetSegments = GrpcHandler<(typeof ContactsServiceService)['getSegments'], Context>;

const maxAsked = 100;

export const getSegments: GetSegments = async ({ segments }, { idProject, ids }) => {
  const found = await segments.find(idProject, ids.slice(0, maxAsked));
  return {
    segments: found.map((segment) => ({
      ...{ id: segment.id, version: segment.version },
      recordJson: JSON.stringify(viewOf(segment)),
    })),
  };
};
