// Generated from packages/contracts by `npm run generate`. Do not edit.

import { sendForm, type UploadSource } from '../core/form.ts';
import { type Operation, operation } from '../core/operation.ts';
import type { BodyCode, CallCode, DeleteCode, ReadCode, WriteCode } from './errors.ts';
import type { DeletedFileView, SignedFilesView, UploadView, UsageView } from './types.ts';

export type GetFileParams = {
  path: string;
  as_attachment?: boolean;
  v?: string;
  expires?: string;
  signature?: string;
};

export type DownloadFileParams = {
  path: string;
  expires?: string;
  signature?: string;
};

export type GetUsageParams = object;

export type DeleteFileParams = {
  path: string;
};

export type UploadFileParams = {
  id_project?: string;
} & UploadSource;

export type GetImageParams = {
  path: string;
  as_attachment?: boolean;
  v?: string;
  expires?: string;
  signature?: string;
};

export type DeleteImageParams = {
  path: string;
};

export type UploadImageParams = {
  id_project?: string;
} & UploadSource;

export type UploadPhotoParams = {
  bot_id?: string;
  force?: boolean;
} & UploadSource;

export type DeleteProjectFileParams = { id_project?: string } & {
  path: string;
};

export type GetProjectFileParams = { id_project?: string } & {
  path: string;
  as_attachment?: boolean;
  v?: string;
  expires?: string;
  signature?: string;
};

export type UploadAssetParams = { id_project?: string } & {
  expiration?: number;
  expirationTime?: number;
} & UploadSource;

export type UploadChatFileParams = { id_project?: string } & UploadSource;

export type DownloadProjectFileParams = { id_project?: string } & {
  path: string;
  expires?: string;
  signature?: string;
};

export type SignFilesParams = { id_project?: string } & {
  /** Paths of files, at most 100. */
  paths: string[];
  /** Lifetime of the URLs in seconds, 60 to 604,800; 3,600 by default. */
  ttl?: number;
};

export type CreateProjectPhotoParams = { id_project?: string } & {
  bot_id?: string;
} & UploadSource;

export type ReplaceProjectPhotoParams = { id_project?: string } & {
  bot_id?: string;
} & UploadSource;

/**
 * Read a file.
 *
 * Public. Codes: `file_not_found`, `private_file`, `link_expired`, `storage_unavailable`.
 *
 * @example await getFile(parley);
 */
export const getFile: Operation<GetFileParams, ReadableStream<Uint8Array>, CallCode | 'file_not_found' | 'private_file' | 'link_expired' | 'storage_unavailable'> =
  /* @__PURE__ */ operation('getFile', 'GET /v3/files', { answer: 'stream' });

/**
 * Download a file.
 *
 * Public. Codes: `file_not_found`, `private_file`, `link_expired`, `storage_unavailable`.
 *
 * @example await downloadFile(parley);
 */
export const downloadFile: Operation<DownloadFileParams, ReadableStream<Uint8Array>, CallCode | 'file_not_found' | 'private_file' | 'link_expired' | 'storage_unavailable'> =
  /* @__PURE__ */ operation('downloadFile', 'GET /v3/files/download', { answer: 'stream' });

/**
 * Get the caller’s stored bytes and quota.
 *
 * For any signed-in caller.
 *
 * @example await getUsage(parley);
 */
export const getUsage: Operation<GetUsageParams, UsageView, CallCode | 'unauthorized' | 'token_expired' | 'authorization_malformed' | 'role_too_low'> =
  /* @__PURE__ */ operation('getUsage', 'GET /v3/files/usage');

/**
 * Delete a file.
 *
 * For any signed-in caller. Codes: `file_not_found`, `not_the_owner`.
 *
 * @example await deleteFile(parley);
 */
export const deleteFile: Operation<DeleteFileParams, DeletedFileView, CallCode | WriteCode | 'file_not_found' | 'not_the_owner' | 'unauthorized' | 'token_expired' | 'authorization_malformed' | 'role_too_low' | 'version_mismatch'> =
  /* @__PURE__ */ operation('deleteFile', 'DELETE /v3/files/users', { query: true });

/**
 * Upload a file. The form has one part `file` with a file name. `filename` of the answer is the path to read it by.
 *
 * For any signed-in caller. Codes: `file_too_large`, `quota_exceeded`, `file_missing`, `file_empty`, `file_type_not_allowed`, `image_unreadable`, `image_too_large`, `file_infected`, `scanner_unavailable`, `storage_unavailable`, `not_a_member`.
 *
 * @example await uploadFile(parley, { file });
 */
export const uploadFile: Operation<UploadFileParams, UploadView, CallCode | WriteCode | 'file_too_large' | 'quota_exceeded' | 'file_missing' | 'file_empty' | 'file_type_not_allowed' | 'image_unreadable' | 'image_too_large' | 'file_infected' | 'scanner_unavailable' | 'storage_unavailable' | 'not_a_member' | 'unauthorized' | 'token_expired' | 'authorization_malformed' | 'role_too_low' | 'content_type_wrong' | 'body_timeout'> =
  /* @__PURE__ */ operation('uploadFile', 'POST /v3/files/users', { query: ['id_project'], send: sendForm });

/**
 * Read an image or a thumbnail.
 *
 * Public. Codes: `file_not_found`, `private_file`, `link_expired`, `storage_unavailable`.
 *
 * @example await getImage(parley);
 */
export const getImage: Operation<GetImageParams, ReadableStream<Uint8Array>, CallCode | 'file_not_found' | 'private_file' | 'link_expired' | 'storage_unavailable'> =
  /* @__PURE__ */ operation('getImage', 'GET /v3/images', { answer: 'stream' });

/**
 * Delete an image.
 *
 * For any signed-in caller. Codes: `file_not_found`, `not_the_owner`.
 *
 * @example await deleteImage(parley);
 */
export const deleteImage: Operation<DeleteImageParams, DeletedFileView, CallCode | WriteCode | 'file_not_found' | 'not_the_owner' | 'unauthorized' | 'token_expired' | 'authorization_malformed' | 'role_too_low' | 'version_mismatch'> =
  /* @__PURE__ */ operation('deleteImage', 'DELETE /v3/images/users', { query: true });

/**
 * Upload an image: JPEG, PNG, GIF or WebP, stored without metadata such as EXIF.
 *
 * For any signed-in caller. Codes: `file_too_large`, `quota_exceeded`, `file_missing`, `file_empty`, `file_type_not_allowed`, `image_unreadable`, `image_too_large`, `file_infected`, `scanner_unavailable`, `storage_unavailable`, `not_a_member`.
 *
 * @example await uploadImage(parley, { file });
 */
export const uploadImage: Operation<UploadImageParams, UploadView, CallCode | WriteCode | 'file_too_large' | 'quota_exceeded' | 'file_missing' | 'file_empty' | 'file_type_not_allowed' | 'image_unreadable' | 'image_too_large' | 'file_infected' | 'scanner_unavailable' | 'storage_unavailable' | 'not_a_member' | 'unauthorized' | 'token_expired' | 'authorization_malformed' | 'role_too_low' | 'content_type_wrong' | 'body_timeout'> =
  /* @__PURE__ */ operation('uploadImage', 'POST /v3/images/users', { query: ['id_project'], send: sendForm });

/**
 * Upload one's own photo, or that of a bot.
 *
 * For any signed-in caller. Codes: `file_too_large`, `quota_exceeded`, `file_missing`, `file_empty`, `file_type_not_allowed`, `image_unreadable`, `image_too_large`, `file_infected`, `scanner_unavailable`, `storage_unavailable`, `photo_exists`, `bot_not_found`, `not_a_member`, `role_too_low`.
 *
 * @example await uploadPhoto(parley, { file });
 */
export const uploadPhoto: Operation<UploadPhotoParams, UploadView, CallCode | WriteCode | 'file_too_large' | 'quota_exceeded' | 'file_missing' | 'file_empty' | 'file_type_not_allowed' | 'image_unreadable' | 'image_too_large' | 'file_infected' | 'scanner_unavailable' | 'storage_unavailable' | 'photo_exists' | 'bot_not_found' | 'not_a_member' | 'role_too_low' | 'unauthorized' | 'token_expired' | 'authorization_malformed' | 'users_only' | 'content_type_wrong' | 'body_timeout' | 'version_mismatch'> =
  /* @__PURE__ */ operation('uploadPhoto', 'PUT /v3/images/users/photo', { query: ['bot_id', 'force'], send: sendForm });

/**
 * Delete a file of the project.
 *
 * Minimum role: guest. Codes: `file_not_found`, `not_the_owner`.
 *
 * @example await deleteProjectFile(parley);
 */
export const deleteProjectFile: Operation<DeleteProjectFileParams, DeletedFileView, DeleteCode | 'file_not_found' | 'not_the_owner' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('deleteProjectFile', 'DELETE files', { query: true });

/**
 * Read a file of the project.
 *
 * Public. Codes: `file_not_found`, `private_file`, `link_expired`, `storage_unavailable`.
 *
 * @example await getProjectFile(parley);
 */
export const getProjectFile: Operation<GetProjectFileParams, ReadableStream<Uint8Array>, CallCode | 'file_not_found' | 'private_file' | 'link_expired' | 'storage_unavailable' | 'banned' | 'ip_not_allowed' | 'route_not_found'> =
  /* @__PURE__ */ operation('getProjectFile', 'GET files', { answer: 'stream' });

/**
 * Upload a file of the project, which may expire.
 *
 * Minimum role: admin. Codes: `file_too_large`, `quota_exceeded`, `file_missing`, `file_empty`, `file_type_not_allowed`, `image_unreadable`, `image_too_large`, `file_infected`, `scanner_unavailable`, `storage_unavailable`.
 *
 * @example await uploadAsset(parley, { file });
 */
export const uploadAsset: Operation<UploadAssetParams, UploadView, ReadCode | WriteCode | 'file_too_large' | 'quota_exceeded' | 'file_missing' | 'file_empty' | 'file_type_not_allowed' | 'image_unreadable' | 'image_too_large' | 'file_infected' | 'scanner_unavailable' | 'storage_unavailable' | 'token_expired' | 'right_missing' | 'content_type_wrong' | 'body_timeout'> =
  /* @__PURE__ */ operation('uploadAsset', 'POST files/assets', { query: ['expiration', 'expirationTime'], send: sendForm });

/**
 * Upload a file of a conversation.
 *
 * Minimum role: guest. Codes: `file_too_large`, `quota_exceeded`, `file_missing`, `file_empty`, `file_type_not_allowed`, `image_unreadable`, `image_too_large`, `file_infected`, `scanner_unavailable`, `storage_unavailable`.
 *
 * @example await uploadChatFile(parley, { file });
 */
export const uploadChatFile: Operation<UploadChatFileParams, UploadView, ReadCode | WriteCode | 'file_too_large' | 'quota_exceeded' | 'file_missing' | 'file_empty' | 'file_type_not_allowed' | 'image_unreadable' | 'image_too_large' | 'file_infected' | 'scanner_unavailable' | 'storage_unavailable' | 'token_expired' | 'right_missing' | 'content_type_wrong' | 'body_timeout'> =
  /* @__PURE__ */ operation('uploadChatFile', 'POST files/chat', { send: sendForm });

/**
 * Download a file of the project.
 *
 * Public. Codes: `file_not_found`, `private_file`, `link_expired`, `storage_unavailable`.
 *
 * @example await downloadProjectFile(parley);
 */
export const downloadProjectFile: Operation<DownloadProjectFileParams, ReadableStream<Uint8Array>, CallCode | 'file_not_found' | 'private_file' | 'link_expired' | 'storage_unavailable' | 'banned' | 'ip_not_allowed' | 'route_not_found'> =
  /* @__PURE__ */ operation('downloadProjectFile', 'GET files/download', { answer: 'stream' });

/**
 * Create temporary URLs for private files.
 *
 * Minimum role: guest. Limits: `paths` ≤ 100 items, `ttl` ≤ 604800.
 *
 * @example await signFiles(parley, { paths: ['text'] });
 */
export const signFiles: Operation<SignFilesParams, SignedFilesView, ReadCode | BodyCode | WriteCode | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('signFiles', 'POST files/sign');

/**
 * Upload one's own photo, or that of a bot of the project.
 *
 * Minimum role: agent. Codes: `file_too_large`, `quota_exceeded`, `file_missing`, `file_empty`, `file_type_not_allowed`, `image_unreadable`, `image_too_large`, `file_infected`, `scanner_unavailable`, `storage_unavailable`, `bot_not_found`.
 *
 * @example await createProjectPhoto(parley, { file });
 */
export const createProjectPhoto: Operation<CreateProjectPhotoParams, UploadView, ReadCode | WriteCode | 'file_too_large' | 'quota_exceeded' | 'file_missing' | 'file_empty' | 'file_type_not_allowed' | 'image_unreadable' | 'image_too_large' | 'file_infected' | 'scanner_unavailable' | 'storage_unavailable' | 'bot_not_found' | 'token_expired' | 'content_type_wrong' | 'body_timeout'> =
  /* @__PURE__ */ operation('createProjectPhoto', 'POST files/users/photo', { query: ['bot_id'], send: sendForm });

/**
 * Replace one's own photo, or that of a bot of the project.
 *
 * Minimum role: agent. Codes: `file_too_large`, `quota_exceeded`, `file_missing`, `file_empty`, `file_type_not_allowed`, `image_unreadable`, `image_too_large`, `file_infected`, `scanner_unavailable`, `storage_unavailable`, `bot_not_found`.
 *
 * @example await replaceProjectPhoto(parley, { file });
 */
export const replaceProjectPhoto: Operation<ReplaceProjectPhotoParams, UploadView, DeleteCode | 'file_too_large' | 'quota_exceeded' | 'file_missing' | 'file_empty' | 'file_type_not_allowed' | 'image_unreadable' | 'image_too_large' | 'file_infected' | 'scanner_unavailable' | 'storage_unavailable' | 'bot_not_found' | 'token_expired' | 'content_type_wrong' | 'body_timeout'> =
  /* @__PURE__ */ operation('replaceProjectPhoto', 'PUT files/users/photo', { query: ['bot_id'], send: sendForm });
