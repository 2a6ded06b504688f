import type { Draw } from '../draw.ts';

/** The standard normal distribution. */
export function normal(draw: Draw): number {
  return Math.sqrt(-2 * Math.log(1 - draw.fraction())) * Math.cos(2 * Math.PI * draw.fraction());
}

/** The Poisson distribution with this mean. */
export function poisson(draw: Draw, mean: number): number {
  if (mean > 30) return Math.max(0, Math.round(mean + Math.sqrt(mean) * normal(draw)));
  const limit = Math.exp(-mean);
  let count = 0;
  for (let product = draw.fraction(); product > limit; product *= draw.fraction()) count++;
  return count;
}
