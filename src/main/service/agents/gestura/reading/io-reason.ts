const known: Readonly<Record<string, string>> = {
  EACCES: 'permission was denied',
  EPERM: 'permission was denied',
  EISDIR: 'this is a folder',
  EBUSY: 'another program holds it',
  EIO: 'the disk reported an error',
  ELOOP: 'too many symbolic links',
  EMFILE: 'too many files are open',
  ENFILE: 'too many files are open'
}

/** Why a file could not be read, in words; the system's own code where there are none. */
export function plainIoReason(error: unknown): string {
  const code = (error as NodeJS.ErrnoException).code
  if (code === undefined) throw error
  return known[code] ?? `the system answered ${code}`
}
