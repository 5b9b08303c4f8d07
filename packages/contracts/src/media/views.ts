import { z } from 'zod';

import { StoredId, Timestamp } from '../fields.ts';

/** The sender of a file: kind and id. */
const Uploader = z.object({ kind: z.string(), id: z.string() });

/** A stored file as events and exports tell of it. Source: contract 70 section 9. */
export const FileView = z.object({
  _id: StoredId,
  id: StoredId,
  __v: z.number().int(),
  id_project: StoredId,
  path: z.string(),
  /** The name that was sent. */
  filename: z.string(),
  size: z.number().int(),
  type: z.string(),
  uploader: Uploader,
  width: z.number().int().optional(),
  height: z.number().int().optional(),
  sha256: z.string(),
  /** Path of the thumbnail. */
  thumbnail: z.string().optional(),
  thumbnail_sha256: z.string().optional(),
  createdAt: Timestamp,
});
export type FileView = z.output<typeof FileView>;

/** The answer to an upload. `filename` is the path of the file, plain; the members after it tell of the bytes as stored. */
export const UploadView = z.object({
  message: z.string(),
  filename: z.string(),
  thumbnail: z.string().optional(),
  type: z.string(),
  size: z.number().int(),
  width: z.number().int().optional(),
  height: z.number().int().optional(),
});
export type UploadView = z.output<typeof UploadView>;

/** The answer to a deletion. */
export const DeletedFileView = z.object({ message: z.string(), filename: z.string() });

/** What the caller has stored, and their limits. An absent limit is left out. */
export const UsageView = z.object({
  used: z.number().int(),
  files: z.number().int(),
  limit: z.number().int().optional(),
  limit_files: z.number().int().optional(),
});

/** Addresses that open private files for a while. */
export const SignedFilesView = z.object({ urls: z.record(z.string(), z.string()), expiresAt: Timestamp });
