import { type EndpointRow, idAt, type RecordMaker } from './row.ts';

export const mediaRecords: Record<string, RecordMaker> = {
  // One runs at a time: the one that does, if any.
  export: async ({ owner, projectId }) => {
    await owner('post', `/${projectId}/exports`, {}).catch(() => undefined);
    return idAt(await owner('get', `/${projectId}/exports`), 'exports', 0, '_id');
  },
};

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
  createExport: { refuses: ['export_running', 'rate_limited'] },
  listExports: {},
  getExport: {},
  // Its worker may not have written it yet.
  signExport: { refuses: ['export_unfinished'], isFresh: true },
  downloadExportPart: { refuses: ['part_not_found'], params: { part: () => 'part-000001.tar' } },
  deleteExport: {},
  signFiles: { body: () => ({ paths: ['uploads/users/nobody/files/0/none'], ttl: 60 }) },
};
