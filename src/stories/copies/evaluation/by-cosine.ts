import { Forest } from './forest.ts';

/** The quality reference: cosine of TF-IDF word vectors, every pair above the threshold joined. */
export function groupByCosine(texts: readonly string[], threshold: number): number[] {
  const vectors = vectorsOf(texts.map(text => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []));
  const forest = new Forest(texts.length);
  const postings = new Map<string, { readonly numbers: number[]; readonly weights: number[] }>();
  const scores = new Float64Array(texts.length);
  for (const [number, vector] of vectors.entries()) {
    scores.fill(0, 0, number);
    for (const [word, weight] of vector) {
      const posting = postings.get(word) ?? { numbers: [], weights: [] };
      for (const [index, other] of posting.numbers.entries())
        scores[other] = (scores[other] ?? 0) + weight * (posting.weights[index] ?? 0);
      posting.numbers.push(number);
      posting.weights.push(weight);
      postings.set(word, posting);
    }
    for (let other = 0; other < number; other++)
      if ((scores[other] ?? 0) >= threshold) forest.join(other, number);
  }
  return forest.labels();
}

/** Words in more than one text of twenty are left out: they weigh next to nothing. */
function vectorsOf(texts: readonly (readonly string[])[]): Map<string, number>[] {
  const documents = new Map<string, number>();
  for (const words of texts)
    for (const word of new Set(words)) documents.set(word, (documents.get(word) ?? 0) + 1);
  return texts.map(words => {
    const vector = new Map<string, number>();
    for (const word of words) {
      const inTexts = documents.get(word) ?? 1;
      if (inTexts * 20 > texts.length + 100) continue;
      vector.set(word, (vector.get(word) ?? 0) + Math.log(texts.length / inTexts));
    }
    const length = Math.hypot(...vector.values());
    for (const [word, weight] of vector) vector.set(word, weight / length);
    return vector;
  });
}
