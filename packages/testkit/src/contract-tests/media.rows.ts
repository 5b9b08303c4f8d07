import type { EndpointRow, RecordMaker } from './row.ts';

export const mediaRecords: Record<string, RecordMaker> = {};

/** The calls of these tests have JSON or nothing in their bodies: a form is the matter of the service's own tests. */
const wantsForm: EndpointRow = { refuses: ['content_type_wrong'] };
/** A path that is none: a file is open to callers who know its path, and to no one else. */
const noFile: EndpointRow = {
  refuses: ['file_not_found'],
  query: () => ({ path: 'uploads/users/nobody/files/0/none' }),
};

export const mediaRows: Record<string, EndpointRow> = {
  uploadFile: wantsForm,
  uploadImage: wantsForm,
  uploadChatFile: wantsForm,
  uploadAsset: wantsForm,
  uploadPhoto: wantsForm,
  createProjectPhoto: wantsForm,
  replaceProjectPhoto: wantsForm,
  getFile: noFile,
  downloadFile: noFile,
  getImage: noFile,
  getProjectFile: noFile,
  downloadProjectFile: noFile,
  deleteImage: noFile,
  deleteFile: noFile,
  deleteProjectFile: noFile,
  getUsage: {},
  signFiles: { body: () => ({ paths: ['uploads/users/nobody/files/0/none'], ttl: 60 }) },
};
