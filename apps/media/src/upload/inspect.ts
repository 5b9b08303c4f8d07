import { mediaErrors } from '@parley/contracts';

import type { Context } from '../context.ts';
import { publicIdOf } from '../file/file.ts';
import { sentNameOf, storedNameOf } from '../file/file-name.ts';
import {
  allows,
  type Content,
  type FileType,
  fileTypeOf,
  imageMimes,
  isImageMime,
  nameFor,
  takenTypes,
} from '../file/file-type.ts';
import { sniff } from '../file/sniff.ts';
import type { Received } from './receive.ts';
import type { FileSpec } from './upload-spec.ts';

/** The result of inspecting an upload. */
export interface InspectedUpload {
  type: FileType;
  /** Name of downloads. */
  name: string;
  /** Name in the path. */
  storedName: string;
  isUnscanned: boolean;
}

/**
 * Determines the type of an upload by its content, and whether it is accepted.
 * @param types that the project accepts
 * @throws mediaErrors.file_type_not_allowed, file_infected, scanner_unavailable
 */
export async function inspect(
  context: Context,
  spec: FileSpec,
  received: Received,
  types: string | undefined,
): Promise<InspectedUpload> {
  const content = await sniff(received.file);
  const type = typeOf(context, spec, received, content, types);
  const isUnscanned = await scan(context, spec, received);
  return {
    ...{ type, isUnscanned },
    name: sentNameOf(nameFor(type, sentNameOf(received.name))),
    storedName: storedNameOf(nameFor(type, storedNameOf(received.name))),
  };
}

function typeOf({ config }: Context, spec: FileSpec, received: Received, content: Content, types?: string): FileType {
  const name = sentNameOf(received.name);
  const type = fileTypeOf(content, name);
  // The operator's list may add types to the default; a project's list only narrows it.
  const isTaken = type !== undefined && allows(config.MEDIA_TYPES, type, name) && (!types || allows(types, type, name));
  if (isTaken && (!spec.onlyImages || isImageMime(type.mime))) return type;

  const detected = content.kind === 'known' ? content.mime : content.kind === 'text' ? 'text/plain' : 'unknown';
  const allowed = spec.onlyImages ? imageMimes.join(',') : (types ?? config.MEDIA_TYPES ?? takenTypes);
  throw mediaErrors.file_type_not_allowed({ detected, allowed });
}

/** @returns true if it was accepted unscanned */
async function scan({ config, scanner, log }: Context, { uploader }: FileSpec, { file, size, sha256 }: Received) {
  const verdict = await scanner.scan(file);
  if (verdict.outcome === 'clean') return false;
  if (verdict.outcome === 'infected') {
    const { kind, projectId } = uploader;
    log.warn(
      { sha256, size, uploader: { kind, projectId, id: publicIdOf(uploader) }, signature: verdict.name },
      'infected',
    );
    throw mediaErrors.file_infected();
  }
  if (config.MEDIA_SCAN_FAIL === 'closed') {
    throw mediaErrors.scanner_unavailable({ retryAfterSeconds: 10 }, verdict.cause);
  }
  log.warn({ err: verdict.cause, sha256 }, 'a file was accepted without a scan');
  return true;
}
