const reasons: Record<string, string> = {
  ENOENT: 'it is not there',
  EACCES: 'reading or writing it is not permitted',
  EPERM: 'reading or writing it is not permitted',
  EROFS: 'it is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk is full',
  EEXIST: 'it is a file',
  ENOTDIR: 'it is a file, or inside one',
};

/** Describes why a file or folder cannot be used, as the end of a sentence. */
export function fileReason(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return reasons[code] ?? (error instanceof Error ? error.message : String(error));
}
