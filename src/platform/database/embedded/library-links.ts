import { lstat, readFile, symlink } from 'node:fs/promises';
import { basename, join, relative, sep } from 'node:path';
import { codeOf } from './files.ts';

/**
 * Creates missing library links; false when the folder is not writable. npm packages cannot hold symbolic links, so
 * the package lists them in a file and creates them in an install script. Where npm runs no install scripts,
 * PostgreSQL does not find its libraries.
 */
export async function linkLibraries(native: string): Promise<boolean> {
  try {
    for (const { source, target } of await readList(native)) {
      // Both lie in one folder, so the link names its file without a path and survives a move of the folder.
      await linkUnlessThere(basename(source), join(native, target));
    }
    return true;
  } catch (error) {
    if (['EACCES', 'EPERM', 'EROFS'].includes(codeOf(error) ?? '')) return false;
    throw error;
  }
}

async function readList(native: string): Promise<LibraryLink[]> {
  const read: unknown = JSON.parse(await readFile(join(native, 'pg-symlinks.json'), 'utf8'));
  // Paths in the list begin with the folder's own name.
  const inside = (path: string) => relative(`native${sep}`, path);
  return (Array.isArray(read) ? read : [])
    .filter(isLink)
    .map(link => ({ source: inside(link.source), target: inside(link.target) }));
}

async function linkUnlessThere(file: string, path: string): Promise<void> {
  // lstat first: a folder that is not writable may still hold all of them.
  if (await lstat(path).catch(() => undefined)) return;
  await symlink(file, path).catch(error => {
    if (codeOf(error) !== 'EEXIST') throw error;
  });
}

function isLink(value: unknown): value is LibraryLink {
  if (typeof value !== 'object' || value === null || !('source' in value) || !('target' in value))
    return false;
  return typeof value.source === 'string' && typeof value.target === 'string';
}

interface LibraryLink {
  source: string;
  target: string;
}
