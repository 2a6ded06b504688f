/**
 * The distribution of clicks over articles, most popular first: (rank + shift) to the power of -1.2, with the shift at
 * which the top hundredth gets 68 % of all clicks. Without the shift, its share would grow with the number of articles.
 */
export function popularityOf(articles: number): Float64Array {
  let [low, high] = [-0.95, articles];
  for (let step = 0; step < 40; step++) {
    const middle = (low + high) / 2;
    if (topShare(weights(articles, middle)) > TOP_SHARE) low = middle;
    else high = middle;
  }
  return weights(articles, low);
}

/** The share of the top hundredth. */
export function topShare(sorted: ArrayLike<number>): number {
  const top = Math.max(1, Math.round(sorted.length / 100));
  let [first, all] = [0, 0];
  for (let rank = 0; rank < sorted.length; rank++) {
    all += sorted[rank] ?? 0;
    if (rank < top) first += sorted[rank] ?? 0;
  }
  return first / all;
}

function weights(articles: number, shift: number): Float64Array {
  const list = Float64Array.from({ length: articles }, (_, index) => (index + 1 + shift) ** -EXPONENT);
  const sum = list.reduce((total, weight) => total + weight, 0);
  return list.map(weight => weight / sum);
}

const EXPONENT = 1.2;
const TOP_SHARE = 0.68;
