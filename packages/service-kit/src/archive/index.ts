export { ArchiveWriter, type Seal } from './archive-writer.ts';
export {
  files,
  formatVersion,
  Head,
  isKind,
  Manifest,
  objectPath,
  type Part,
  placeOf,
  sha256Of,
} from './format.ts';
export { exportOrder, type Owner, writeService } from './write-service.ts';
