import type { Profiler } from 'node:inspector';

/**
 * Shares of a server's CPU time by part, from samples of one process. Comparing two processes, one without a part, is
 * less precise: differences in compilation between processes are larger than the cost of a part.
 */
export function sharesOf({ nodes, samples = [] }: Profiler.Profile): Share[] {
  const byId = new Map(nodes.map(node => [node.id, node]));
  const parents = new Map(nodes.flatMap(node => (node.children ?? []).map(child => [child, node.id])));
  const partOfNode = new Map(nodes.map(node => [node.id, partOf(node.id)]));
  const counts = new Map<string, number>();
  for (const id of samples) {
    const part = partOfNode.get(id) ?? IDLE;
    if (part !== IDLE) counts.set(part, (counts.get(part) ?? 0) + 1);
  }
  const all = [...counts.values()].reduce((sum, count) => sum + count, 0);
  return [...counts].map(([part, count]) => ({ part, share: count / all })).sort((a, b) => b.share - a.share);

  /** Code without a file (V8 built-ins, unnamed generated code) belongs to the part that called it. */
  function partOf(id: number | undefined): string {
    const node = id === undefined ? undefined : byId.get(id);
    if (node === undefined) return 'Node and V8 elsewhere';
    const { functionName, url } = node.callFrame;
    const found = PARTS.find(([pattern]) => pattern.test(`${functionName} ${url}`));
    return found?.[1] ?? partOf(parents.get(node.id));
  }
}

const IDLE = 'idle';

/** The first pattern that matches `function url` counts. */
const PARTS: readonly (readonly [pattern: RegExp, part: string])[] = [
  [/^\(idle\) /, IDLE],
  [/^\(garbage collector\) /, 'garbage collection'],
  [/^write(?:Utf8|Latin1)String |^writev /, 'writing to sockets'],
  // Responses are text here, so written buffers are log lines.
  [/^writeBuffer |\/serve\/http\/(?:observe|running)\.|\/platform\/telemetry\//, 'log line, metrics, trace'],
  [
    /\/serve\/http\/(?:admit|leased-limit|cookies)\.|\/src\/accounts\/|\/platform\/cache\//,
    'credential and rate limit',
  ],
  [/\/fast-json-stringify\/|^anonymous\d+ /, 'serialising by schema'],
  [/\/ajv|\/serve\/http\/validation\.|\/fastify\/lib\/validation\.|^validate\d+ /, 'validation'],
  [/\/serve\/http\/direct\./, 'response headers and sending'],
  [/\/serve\/http\/|\/benchmarks\/http\//, 'handler wrapper'],
  [/\/node_modules\//, "Fastify's routing, hooks and sending"],
  [/ node:/, "Node's HTTP"],
];

export interface Share {
  readonly part: string;
  /** The share of the server's busy time. */
  readonly share: number;
}
