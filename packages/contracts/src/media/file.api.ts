import { z } from 'zod';

import { everyMember, teamPeople } from '../access.ts';
import { defineApi } from '../define-api.ts';
import { BooleanWord, FormFile, numberWord, PathId, RecordId, text } from '../fields.ts';
import { DeletedFileView, SignedFilesView, UploadView, UsageView } from './views.ts';

const tag = 'Files and images';
const inProject = z.object({ id_project: PathId });

/** The path of a file, as answers give it; clients send it raw, encoded once or twice. */
const StoredPath = text(2048, 1);
const atPath = z.object({ path: StoredPath });
/** A signature opens a file of a project with private media. */
const signed = { expires: z.string().max(20).optional(), signature: z.string().max(200).optional() };
const reading = z.object({
  path: StoredPath,
  as_attachment: BooleanWord.optional(),
  /** Of the address of an avatar. */
  v: text(64).optional(),
  ...signed,
});
const downloading = z.object({ path: StoredPath, ...signed });

const BotId = z.string().regex(/^(?:bot_)?[0-9a-f]{24}$/, 'Must be the id of a bot');
const uploaders = [...everyMember, 'bot'] as const;
const tenYears = 10 * 365 * 86_400;
const Seconds = numberWord({ min: 3_600, max: tenYears, integer: true });

const upload = {
  stream: 'raw',
  upload: true,
  status: 201,
  consumes: ['multipart/form-data'],
  body: z.object({ file: FormFile }),
  response: UploadView,
  tag,
} as const;
const refusals = [
  'file_too_large',
  'quota_exceeded',
  'file_missing',
  'file_empty',
  'file_type_not_allowed',
  'image_unreadable',
  'image_too_large',
  'file_infected',
  'scanner_unavailable',
  'storage_unavailable',
] as const;

const read = {
  method: 'get',
  role: 'public',
  stream: 'raw',
  ranges: true,
  produces: ['*/*'],
  response: z.string(),
  errors: ['file_not_found', 'private_file', 'link_expired', 'storage_unavailable'],
  tag,
} as const;

/** Source: contract 70. Declared with longer paths first, where one could be taken for another. */
export const fileApi = defineApi('media', {
  uploadFile: {
    right: 'none',
    ...upload,
    method: 'post',
    path: '/v3/files/users',
    role: 'signed_in',
    kinds: uploaders,
    query: z.object({ id_project: RecordId.optional() }),
    errors: [...refusals, 'not_a_member'],
    summary: 'Upload a file',
    description: 'The form has one part `file` with a file name. `filename` of the answer is the path to read it by.',
  },
  uploadImage: {
    right: 'none',
    ...upload,
    method: 'post',
    path: '/v3/images/users',
    role: 'signed_in',
    kinds: uploaders,
    query: z.object({ id_project: RecordId.optional() }),
    errors: [...refusals, 'not_a_member'],
    summary: 'Upload an image: JPEG, PNG, GIF or WebP, stored without metadata such as EXIF',
  },
  uploadChatFile: {
    right: 'files.write',
    ...upload,
    method: 'post',
    path: '/v3/:id_project/files/chat',
    role: 'guest',
    kinds: uploaders,
    params: inProject,
    errors: refusals,
    summary: 'Upload a file of a conversation',
  },
  uploadAsset: {
    right: 'settings.write',
    ...upload,
    method: 'post',
    path: '/v3/:id_project/files/assets',
    role: 'admin',
    params: inProject,
    query: z.object({ expiration: Seconds.optional(), expirationTime: Seconds.optional() }),
    errors: refusals,
    summary: 'Upload a file of the project, which may expire',
  },
  uploadPhoto: {
    right: 'none',
    ...upload,
    method: 'put',
    path: '/v3/images/users/photo',
    role: 'signed_in',
    kinds: teamPeople,
    refusal: 'users_only',
    query: z.object({ bot_id: BotId.optional(), force: BooleanWord.optional() }),
    errors: [...refusals, 'photo_exists', 'bot_not_found', 'not_a_member', 'role_too_low'],
    summary: "Upload one's own photo, or that of a bot",
  },
  createProjectPhoto: {
    right: 'none',
    ...upload,
    method: 'post',
    path: '/v3/:id_project/files/users/photo',
    role: 'agent',
    kinds: teamPeople,
    params: inProject,
    query: z.object({ bot_id: BotId.optional() }),
    errors: [...refusals, 'bot_not_found'],
    summary: "Upload one's own photo, or that of a bot of the project",
  },
  replaceProjectPhoto: {
    right: 'none',
    ...upload,
    method: 'put',
    path: '/v3/:id_project/files/users/photo',
    role: 'agent',
    kinds: teamPeople,
    params: inProject,
    query: z.object({ bot_id: BotId.optional() }),
    errors: [...refusals, 'bot_not_found'],
    summary: "Replace one's own photo, or that of a bot of the project",
  },
  getFile: { right: 'none', ...read, path: '/v3/files', query: reading, summary: 'Read a file' },
  downloadFile: { right: 'none', ...read, path: '/v3/files/download', query: downloading, summary: 'Download a file' },
  getImage: { right: 'none', ...read, path: '/v3/images', query: reading, summary: 'Read an image or a thumbnail' },
  getProjectFile: {
    right: 'none',
    ...read,
    path: '/v3/:id_project/files',
    params: inProject,
    query: reading,
    summary: 'Read a file of the project',
  },
  downloadProjectFile: {
    right: 'none',
    ...read,
    path: '/v3/:id_project/files/download',
    params: inProject,
    query: downloading,
    summary: 'Download a file of the project',
  },
  deleteImage: {
    right: 'none',
    method: 'delete',
    path: '/v3/images/users',
    role: 'signed_in',
    query: atPath,
    response: DeletedFileView,
    errors: ['file_not_found', 'not_the_owner'],
    summary: 'Delete an image',
    tag,
  },
  deleteFile: {
    right: 'none',
    method: 'delete',
    path: '/v3/files/users',
    role: 'signed_in',
    query: atPath,
    response: DeletedFileView,
    errors: ['file_not_found', 'not_the_owner'],
    summary: 'Delete a file',
    tag,
  },
  deleteProjectFile: {
    right: 'files.write',
    method: 'delete',
    path: '/v3/:id_project/files',
    role: 'guest',
    params: inProject,
    query: atPath,
    response: DeletedFileView,
    errors: ['file_not_found', 'not_the_owner'],
    summary: 'Delete a file of the project',
    tag,
  },
  getUsage: {
    right: 'none',
    method: 'get',
    path: '/v3/files/usage',
    role: 'signed_in',
    response: UsageView,
    errors: [],
    summary: 'Get the caller’s stored bytes and quota',
    tag,
  },
  signFiles: {
    right: 'files.read',
    method: 'post',
    path: '/v3/:id_project/files/sign',
    role: 'guest',
    params: inProject,
    body: z.object({
      paths: z.array(StoredPath).max(100),
      ttl: z.number().int().min(60).max(604_800).default(3_600),
    }),
    response: SignedFilesView,
    errors: [],
    summary: 'Create temporary URLs for private files',
    tag,
  },
});
