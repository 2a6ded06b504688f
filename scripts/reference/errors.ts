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

Every error that leaves the program has one of these codes. The meaning and the status of a code never change; the
detail is for people and may change.

${table(['Code', 'HTTP status', 'Title'], rows)}`;
}
