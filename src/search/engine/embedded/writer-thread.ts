import { parentPort, workerData } from 'node:worker_threads';
import type { SearchDocument } from '../../search-document.ts';
import type { EngineFigures } from '../port.ts';
import { IndexWriter } from './index-writer.ts';
import type { IndexState } from './manifest.ts';

/**
 * The thread that writes: does what it is asked at once, and merges a step at a time in between. Flushes that are asked for
 * while another is under way become one: each makes some files and waits for the disk, whether it holds one article or
 * those of all who wait.
 */
const writer = new IndexWriter((workerData as { folder: string }).folder);
let isMerging = false;
/** The generation that was told last. */
let told = -1;
/** Numbers of orders to flush. */
let toFlush: number[] = [];

parentPort?.on('message', ({ number, order }: { number: number; order: WriterOrder }) => {
  if (order.kind === 'flush') {
    // Whatever has arrived by now is taken along.
    if (toFlush.push(number) === 1) setImmediate(flush);
    return;
  }
  if (order.kind === 'clear' || order.kind === 'end') flush();
  answer([number], order);
  if (order.kind === 'end') parentPort?.close();
  else merge();
});

function flush(): void {
  if (toFlush.length === 0) return;
  const numbers = toFlush;
  toFlush = [];
  answer(numbers, { kind: 'flush' });
  merge();
}

function answer(numbers: readonly number[], order: WriterOrder): void {
  const given = answerOf(order);
  tellState();
  for (const number of numbers) parentPort?.postMessage({ number, answer: given } satisfies WriterMessage);
}

function answerOf(order: WriterOrder): WriterAnswer {
  try {
    return { ok: true, ids: carryOut(order), figures: writer.figures() };
  } catch (error) {
    return { ok: false, message: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

/** Before the answer: whoever hears that something was flushed finds it. */
function tellState(): void {
  const { generation } = writer.manifest;
  if (generation === told) return;
  told = generation;
  parentPort?.postMessage({ number: 0, state: writer.state } satisfies WriterMessage);
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
    isMerging = writer.mergeStep();
    tellState();
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
      readonly figures: EngineFigures;
    }
  | { readonly ok: false; readonly message: string };

export type WriterMessage =
  | { readonly number: number; readonly answer: WriterAnswer }
  | { readonly number: 0; readonly state: IndexState };
