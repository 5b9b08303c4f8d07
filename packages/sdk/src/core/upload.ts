import { uploadAsset, uploadChatFile, uploadFile as uploadOwnFile } from '../generated/operations.ts';
import type { UploadView } from '../generated/types.ts';
import type { UploadSource } from './form.ts';
import type { CallOptions, Parley } from './types.ts';

export interface UploadFileParams extends UploadSource {
  /** `chat`: a file of a conversation; `asset`: of the project, by an admin; `user` (default): of the caller. */
  to?: 'chat' | 'user' | 'asset';
  id_project?: string;
}

/** Sends a file; `filename` of the answer is the path to read it by. Its timeout counts from the last byte that moved. */
export function uploadFile(parley: Parley, params: UploadFileParams, options?: CallOptions): Promise<UploadView> {
  const { to = 'user', ...source } = params;
  if (to === 'chat') return uploadChatFile(parley, source, options);
  return to === 'asset' ? uploadAsset(parley, source, options) : uploadOwnFile(parley, source, options);
}
