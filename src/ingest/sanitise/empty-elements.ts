import { isWorthNothing } from './elements.ts';

/** Takes elements without content out of finished output, and whatever is empty without them. */
export function withoutEmptyElements(chunks: readonly string[]): string[] {
  const kept: string[] = [];
  for (const chunk of chunks) {
    const last = kept.at(-1) ?? '';
    if (chunk.startsWith('</') && isEmptyStart(last)) kept.pop();
    else if (last.startsWith('<pre')) keep(kept, chunk.replace(/^\n+/, ''));
    else kept.push(chunk);
  }
  return kept;
}

/** The chunk before an end tag: its own start tag, or else text, an end tag, a picture. */
function isEmptyStart(chunk: string): boolean {
  const name = /^<([a-z][a-z0-9]*)/.exec(chunk)?.[1];
  return name !== undefined && isWorthNothing(name, chunk);
}

function keep(kept: string[], chunk: string): void {
  if (chunk !== '') kept.push(chunk);
}
