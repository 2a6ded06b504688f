import { codeOf } from './files.ts';

/**
 * These errors end a start at the terminal and never become an HTTP response, so they are not Problems. Their
 * messages are shown unchanged: what is wrong, where, and what to do.
 */
export class DirectoryInUse extends Error {
  override readonly name = 'DirectoryInUse';
}

/** The current user cannot use the directory: permissions, another owner, unexpected contents. */
export class DirectoryUnusable extends Error {
  override readonly name = 'DirectoryUnusable';
}

/** PostgreSQL's own programs are missing or failed. */
export class EngineFailed extends Error {
  override readonly name = 'EngineFailed';
}

/** Explains PostgreSQL's last lines where we can, and quotes them in any case. */
export function engineFailed(what: string, lines: readonly string[]): EngineFailed {
  const meaning = MEANINGS.find(({ sign }) => lines.some(line => sign.test(line)))?.words;
  const quoted = lines.length === 0 ? 'It printed nothing.' : `Its last lines were:\n  ${lines.join('\n  ')}`;
  return new EngineFailed([what, meaning, quoted].filter(part => part !== undefined).join(' '));
}

/** Explains a file system error in `directory`; returns every other error unchanged. */
export function explainFileError(error: unknown, directory: string): unknown {
  const words = FILE_ERRORS[codeOf(error) ?? ''];
  if (words === undefined) return error;
  const detail = error instanceof Error ? error.message : String(error);
  return new DirectoryUnusable(`Broadsheet cannot work in ${directory}: ${words} (${detail}).`, {
    cause: error,
  });
}

const FILE_ERRORS: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full; make room and start again',
  EDQUOT: 'the disk quota is used up; make room and start again',
  EROFS: 'the file system is mounted read-only; choose another directory',
  EACCES: 'the permissions of a file do not allow it; start as the user who created it',
  EPERM: 'the system does not allow it; start as the user who created it',
};

const MEANINGS: readonly { sign: RegExp; words: string }[] = [
  {
    // Before the full disk: for shared memory the system uses the same text with another meaning.
    sign: /could not (create|resize) shared memory segment/,
    words: 'The system refused the requested shared memory; reduce the memory settings.',
  },
  {
    sign: /No space left on device|Disk quota exceeded/,
    words: 'The disk is full; make room and start again.',
  },
  {
    sign: /Permission denied|wrong ownership|invalid permissions/,
    words: 'The files do not have the owner or the permissions that PostgreSQL needs.',
  },
  { sign: /Read-only file system/, words: 'The file system is mounted read-only.' },
  {
    sign: /database files are incompatible with server/,
    words: 'The data directory was created by another version of PostgreSQL.',
  },
  {
    sign: /invalid (primary|secondary)? ?checkpoint record|could not locate a valid checkpoint|checksum/,
    words: 'The data on disk is damaged; restore the last backup into a new directory.',
  },
];
