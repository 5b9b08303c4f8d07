import { fileApi } from '@parley/contracts';
import { implement } from '@parley/service-kit/http';

import type { Context } from './context.ts';
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

export const http = implement<typeof fileApi, Context>(fileApi, {
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
});
