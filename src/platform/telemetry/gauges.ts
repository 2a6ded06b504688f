/** Sets a gauge without labels; null removes its value, because an unmeasured gauge has none, rather than 0. */
export function setOrClear(gauge: UnlabelledGauge, value: number | null): void {
  if (value === null) gauge.clear();
  else gauge.set({}, value);
}

interface UnlabelledGauge {
  set(labels: Readonly<Record<string, never>>, value: number): void;
  clear(): void;
}
