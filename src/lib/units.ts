/** Durations and sizes as people write them in settings: `30s`, `15m`, `12h`, `7d`, `64KiB`, `2MiB`. */

const SECONDS: Record<string, number> = { ms: 0.001, s: 1, m: 60, h: 3_600, d: 86_400 };
const BYTES: Record<string, number> = { B: 1, KiB: 1_024, MiB: 1_048_576, GiB: 1_073_741_824 };

/** Milliseconds, or null when the text is not a duration. */
export function parseDuration(text: string): number | null {
  const match = /^(\d+(?:\.\d+)?)(ms|s|m|h|d)$/.exec(text.trim());
  return match ? Math.round(Number(match[1]) * (SECONDS[match[2] ?? ''] ?? 0) * 1_000) : null;
}

/** Bytes, or null when the text is not a size. */
export function parseBytes(text: string): number | null {
  const match = /^(\d+)(B|KiB|MiB|GiB)$/.exec(text.trim());
  return match ? Number(match[1]) * (BYTES[match[2] ?? ''] ?? 0) : null;
}

export function formatDuration(ms: number): string {
  for (const [unit, seconds] of Object.entries(SECONDS).reverse()) {
    if (ms >= seconds * 1_000 && ms % (seconds * 1_000) === 0) return `${ms / (seconds * 1_000)}${unit}`;
  }
  return `${ms}ms`;
}

export function formatBytes(bytes: number): string {
  for (const [unit, size] of Object.entries(BYTES).reverse()) {
    if (bytes >= size && bytes % size === 0) return `${bytes / size}${unit}`;
  }
  return `${bytes}B`;
}
