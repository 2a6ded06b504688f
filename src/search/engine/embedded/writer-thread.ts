import { parentPort, workerData } from 'node:worker_threads';
import type { SearchDocument } from '../../search-document.ts';
import type { EngineFigures } from '../port.ts';
import { IndexWriter } from './index-writer.ts';
import type { IndexState } from './manifest.ts';

/**
 * The writer thread: executes commands immediately and merges step by step in between. Flushes that arrive while
 * another is running are combined: each flush writes several files and waits for the disk, however many articles it
 * contains.
 */
const writer = new IndexWriter((workerData as { folder: string }).folder);
let isMerging = false;
/** The generation last sent. */
let sentGeneration = -1;
/** Ids of pending flush commands. */
let pendingFlushes: number[] = [];

parentPort?.on('message', ({ number, command }: WriterRequest) => {
  if (command.kind === 'flush') {
    // Includes all commands that have arrived by now.
    if (pendingFlushes.push(number) === 1) setImmediate(flush);
    return;
  }
  if (command.kind === 'clear' || command.kind === 'end') flush();
  respond([number], command);
  if (command.kind === 'end') parentPort?.close();
  else merge();
});

function flush(): void {
  if (pendingFlushes.length === 0) return;
  const numbers = pendingFlushes;
  pendingFlushes = [];
  respond(numbers, { kind: 'flush' });
  merge();
}

function respond(numbers: readonly number[], command: WriterCommand): void {
  const response = execute(command);
  sendState();
  for (const number of numbers) parentPort?.postMessage({ number, response } satisfies WriterMessage);
}

function execute(command: WriterCommand): WriterResponse {
  try {
    return { ok: true, ids: apply(command), figures: writer.figures() };
  } catch (error) {
    return { ok: false, message: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

/** Sent before the response: after a flush, callers find what they flushed. */
function sendState(): void {
  const { generation } = writer.manifest;
  if (generation === sentGeneration) return;
  sentGeneration = generation;
  parentPort?.postMessage({ number: 0, state: writer.state } satisfies WriterMessage);
}

function apply(command: WriterCommand): string[] {
  if (command.kind === 'ids') return writer.ids(command.after, command.limit);
  if (command.kind === 'put') {
    if (writer.put(command.documents)) writer.flush();
  } else if (command.kind === 'remove') writer.remove(command.ids);
  else if (command.kind === 'flush') writer.flush();
  else if (command.kind === 'clear') writer.clear();
  else if (command.kind === 'sweep') writer.sweep();
  else if (command.kind === 'end') {
    writer.flush();
    writer.close();
  }
  return [];
}

/** Steps are short, and waiting commands run between two of them. */
function merge(): void {
  if (isMerging) return;
  isMerging = true;
  const step = () => {
    isMerging = writer.mergeStep();
    sendState();
    if (isMerging) setImmediate(step);
  };
  setImmediate(step);
}

export type WriterCommand =
  | { readonly kind: 'put'; readonly documents: readonly SearchDocument[] }
  | { readonly kind: 'remove'; readonly ids: readonly string[] }
  | { readonly kind: 'ids'; readonly after: string | null; readonly limit: number }
  | { readonly kind: 'open' | 'flush' | 'clear' | 'sweep' | 'figures' | 'end' };

export interface WriterRequest {
  readonly number: number;
  readonly command: WriterCommand;
}

export type WriterResponse =
  | {
      readonly ok: true;
      readonly ids: string[];
      readonly figures: EngineFigures;
    }
  | { readonly ok: false; readonly message: string };

export type WriterMessage =
  | { readonly number: number; readonly response: WriterResponse }
  | { readonly number: 0; readonly state: IndexState };
