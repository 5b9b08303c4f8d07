import { exportApi, fileApi } from '@parley/contracts';
import { combine, implement } from '@parley/service-kit/http';

import type { Context } from './context.ts';
import { createExport } from './export/create-export.ts';
import { deleteExport } from './export/delete-export.ts';
import { downloadExportPart } from './export/download-export-part.http.ts';
import { getExport } from './export/get-export.ts';
import { listExports } from './export/list-exports.ts';
import { signExport } from './export/sign-export.ts';
import { deleteFile } from './file/delete-file.ts';
import { deleteImage } from './file/delete-image.ts';
import { deleteProjectFile } from './file/delete-project-file.ts';
import { downloadFile } from './file/download-file.http.ts';
import { downloadProjectFile } from './file/download-project-file.http.ts';
import { getFile } from './file/get-file.http.ts';
import { getImage } from './file/get-image.http.ts';
import { getProjectFile } from './file/get-project-file.http.ts';
import { getUsage } from './file/get-usage.ts';
import { createProjectPhoto, replaceProjectPhoto } from './file/replace-project-photo.http.ts';
import { signFiles } from './file/sign-files.ts';
import { uploadAsset } from './file/upload-asset.http.ts';
import { uploadChatFile } from './file/upload-chat-file.http.ts';
import { uploadFile } from './file/upload-file.http.ts';
import { uploadImage } from './file/upload-image.http.ts';
import { uploadPhoto } from './file/upload-photo.http.ts';

export const http = combine(
  implement<typeof fileApi, Context>(fileApi, {
    uploadFile,
    uploadImage,
    uploadChatFile,
    uploadAsset,
    uploadPhoto,
    createProjectPhoto,
    replaceProjectPhoto,
    getFile,
    downloadFile,
    getImage,
    getProjectFile,
    downloadProjectFile,
    deleteImage,
    deleteFile,
    deleteProjectFile,
    getUsage,
    signFiles,
  }),
  implement<typeof exportApi, Context>(exportApi, {
    createExport,
    listExports,
    getExport,
    signExport,
    downloadExportPart,
    deleteExport,
  }),
);
