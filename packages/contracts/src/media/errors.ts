import { defineErrors } from '../errors.ts';

/** Codes of contract 70. */
export const mediaErrors = defineErrors({
  file_too_large: ['too_large', 'The file is larger than the limit.'],
  quota_exceeded: ['too_large', 'The storage quota does not allow this file.'],
  file_missing: ['invalid', 'The form has no part "file" with a file name.'],
  file_empty: ['invalid', 'The file is empty.'],
  file_type_not_allowed: ['invalid', 'Files of this type are not accepted.'],
  image_unreadable: ['invalid', 'The image is damaged, or its type is not accepted.'],
  image_too_large: ['invalid', 'The image has too many pixels.'],
  file_infected: ['invalid', 'The file was refused by the malware scanner.'],
  not_the_owner: ['forbidden', 'Only the uploader or an admin of its project may do this to a file.'],
  private_file: ['forbidden', 'The file is private, and you may not read it.'],
  link_expired: ['forbidden', 'The signed URL has expired.'],
  file_not_found: ['not_found', 'There is no file at this path.'],
  photo_exists: ['conflict', 'A photo already exists; send force=true to replace it.'],
  scanner_unavailable: ['unavailable', 'The malware scanner is unavailable; try again shortly.'],
  storage_unavailable: ['unavailable', 'File storage is unavailable; try again shortly.'],
});
