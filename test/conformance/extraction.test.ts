import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ours } from '../../benchmarks/extract/extractors.ts';
import { scoreAnswers } from '../../benchmarks/extract/score.ts';
import { loadSuites } from '../../benchmarks/extract/suites.ts';

const suites = loadSuites();
const skip = suites === null ? 'set BROADSHEET_DATA to the folder with the development data' : false;

test('PARSE-4: articles, dates and authors of the suite are found as well as by the best libraries', {
  skip,
}, () => {
  const cases = (suites ?? []).filter(({ category }) => category === 'trafilatura');
  const scores = scoreAnswers(
    cases,
    cases.map(({ html, url }) => ours(html, url)),
  );
  assert.ok(cases.length > 0);
  assert.ok(scores.snippets >= 0.93, `F1 of snippets is ${scores.snippets}`);
  assert.ok(scores.dates / scores.datesOf >= 640 / 728, `dates: ${scores.dates} of ${scores.datesOf}`);
  assert.ok(
    scores.authors / scores.authorsOf >= 340 / 538,
    `authors: ${scores.authors} of ${scores.authorsOf}`,
  );
});

test('PARSE-4: full texts of the suite agree with another extractor, word by word', {
  skip,
}, () => {
  const cases = (suites ?? []).filter(({ category }) => category === 'readability');
  const scores = scoreAnswers(
    cases,
    cases.map(({ html, url }) => ours(html, url)),
  );
  assert.ok(cases.length > 0);
  // The other extractor keeps captions and ours does not, so full agreement is neither possible nor wanted.
  assert.ok(scores.words >= 0.92, `F1 of words is ${scores.words}`);
});
