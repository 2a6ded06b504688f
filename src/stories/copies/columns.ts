/**
 * Columns grow by half: less unused memory than doubling, and still amortised constant cost per row. `width` is the
 * number of values per row.
 */
export function growIntegers(column: Int32Array<ArrayBuffer>, width = 1): Int32Array<ArrayBuffer> {
  const longer = new Int32Array(grownLength(column.length, width));
  longer.set(column);
  return longer;
}

export function growWords(column: Uint32Array<ArrayBuffer>, width = 1): Uint32Array<ArrayBuffer> {
  const longer = new Uint32Array(grownLength(column.length, width));
  longer.set(column);
  return longer;
}

export function growFloats(column: Float64Array<ArrayBuffer>): Float64Array<ArrayBuffer> {
  const longer = new Float64Array(grownLength(column.length, 1));
  longer.set(column);
  return longer;
}

function grownLength(length: number, width: number): number {
  return Math.ceil((1.5 * length) / width) * width;
}
