import { isWorthNothing } from './elements.ts';

/** Takes elements without content out of finished output, and whatever is empty without them. */
export function withoutEmptyElements(chunks: readonly string[]): string[] {
  const kept: string[] = [];
  for (const chunk of chunks) {
    const last = kept.at(-1) ?? '';
    if (chunk.startsWith('</') && isWorthNothing(last)) kept.pop();
    else if (last.startsWith('<pre')) keep(kept, chunk.replace(/^\n+/, ''));
    else kept.push(chunk);
  }
  return kept;
}

function keep(kept: string[], chunk: string): void {
  if (chunk !== '') kept.push(chunk);
}
