/** A copy with twice the length. */
export function doubled<Numbers extends Int32Array | Uint8Array>(numbers: Numbers): Numbers {
  const copy = new (numbers.constructor as new (length: number) => Numbers)(numbers.length * 2);
  copy.set(numbers);
  return copy;
}
