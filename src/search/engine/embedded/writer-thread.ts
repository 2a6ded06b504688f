import { parentPort, workerData } from 'node:worker_threads';
import type { EngineFigures, SearchDocument } from '../port.ts';
import { IndexWriter } from './index-writer.ts';
import type { Manifest } from './manifest.ts';

/** The thread that writes: does what it is asked at once, and merges a step at a time in between. */
const writer = new IndexWriter((workerData as { folder: string }).folder);
let isMerging = false;

parentPort?.on('message', ({ number, order }: { number: number; order: WriterOrder }) => {
  parentPort?.postMessage({ number, answer: answerOf(order) } satisfies WriterMessage);
  if (order.kind === 'end') parentPort?.close();
  else merge();
});

function answerOf(order: WriterOrder): WriterAnswer {
  try {
    return { ok: true, ids: carryOut(order), manifest: writer.manifest, figures: writer.figures() };
  } catch (error) {
    return { ok: false, message: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

function carryOut(order: WriterOrder): string[] {
  if (order.kind === 'ids') return writer.ids(order.after, order.limit);
  if (order.kind === 'put') {
    if (writer.put(order.documents)) writer.flush();
  } else if (order.kind === 'remove') writer.remove(order.ids);
  else if (order.kind === 'flush') writer.flush();
  else if (order.kind === 'clear') writer.clear();
  else if (order.kind === 'sweep') writer.sweep();
  else if (order.kind === 'end') {
    writer.flush();
    writer.close();
  }
  return [];
}

/** Steps are short, and between two of them whoever waits comes first. */
function merge(): void {
  if (isMerging) return;
  isMerging = true;
  const step = () => {
    const { generation } = writer.manifest;
    isMerging = writer.mergeStep();
    if (writer.manifest.generation !== generation)
      parentPort?.postMessage({ number: 0, merged: writer.manifest } satisfies WriterMessage);
    if (isMerging) setImmediate(step);
  };
  setImmediate(step);
}

export type WriterOrder =
  | { readonly kind: 'put'; readonly documents: readonly SearchDocument[] }
  | { readonly kind: 'remove'; readonly ids: readonly string[] }
  | { readonly kind: 'ids'; readonly after: string | null; readonly limit: number }
  | { readonly kind: 'open' | 'flush' | 'clear' | 'sweep' | 'figures' | 'end' };

export type WriterAnswer =
  | {
      readonly ok: true;
      readonly ids: string[];
      readonly manifest: Manifest;
      readonly figures: EngineFigures;
    }
  | { readonly ok: false; readonly message: string };

export type WriterMessage =
  | { readonly number: number; readonly answer: WriterAnswer }
  | { readonly number: 0; readonly merged: Manifest };
