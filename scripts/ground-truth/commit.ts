import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** The measured commit, marked when files differ from it. */
export async function commit(): Promise<string> {
  const run = promisify(execFile);
  const [head, changed] = await Promise.all([
    run('git', ['rev-parse', '--short', 'HEAD']),
    run('git', ['status', '--porcelain', '--', 'src', 'world', 'models']),
  ]);
  return `${head.stdout.trim()}${changed.stdout.trim() === '' ? '' : ' with changes'}`;
}
