import { PROBLEMS } from '../../src/errors.ts';
import { code, generatedFrom, table } from './markdown.ts';

/** docs/reference/errors.md */
export function errorsPage(): string {
  const rows = Object.entries(PROBLEMS).map(([name, { status, title }]) => [
    code(name),
    String(status),
    title,
  ]);
  return `# Errors

${generatedFrom('src/errors.ts')}

Every error that leaves the program has one of these codes. A code keeps its meaning and its status; the
detail beside it is for people and may change.

${table(['Code', 'HTTP status', 'Title'], rows)}`;
}
