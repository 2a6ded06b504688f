import assert from 'node:assert/strict';
import { test } from 'node:test';
import { forecastChart } from './forecast-chart.ts';

const minutes = (...due: number[]) =>
  due.map((count, index) => ({ at: new Date(Date.UTC(2026, 0, 15, 12, index)), due: count }));

test('TASK-6: a bar for each minute, bars above the rate marked, and the rate as a line at its height', () => {
  const chart = String(forecastChart({ minutes: minutes(0, 5, 20, 10), executorRatePerMinute: 10 }));
  const bars = [...chart.matchAll(/<rect class="([^"]+)"[^>]* height="([\d.]+)"/g)].map(
    ([, name, height]) => [name, Number(height)],
  );
  assert.deepEqual(bars, [
    ['bar', 0],
    ['bar', 41.5],
    ['bar too-much', 166],
    ['bar', 83],
  ]);
  assert.match(chart, /<line class="rate" x1="0" y1="107" x2="480" y2="107"\/>/);
  assert.match(
    chart,
    /aria-label="35 tasks due in the next ten minutes, peak 20 per minute\. The line marks the recent capacity of 10 per minute/,
  );
  assert.equal([...chart.matchAll(/<tr role="row">/g)].length, 5, 'the table has the same data');
});

test('without a measured rate there is no line, and without data no chart', () => {
  const some = String(forecastChart({ minutes: minutes(1, 0), executorRatePerMinute: null }));
  assert.doesNotMatch(some, /class="rate"/);
  assert.match(some, /Too few recent runs/);
  assert.match(some, /aria-label="One task due/);
  const none = String(forecastChart({ minutes: minutes(0, 0), executorRatePerMinute: null }));
  assert.doesNotMatch(none, /<svg/);
});

test('the chart needs no style or script that the content security policy forbids', () => {
  const chart = String(forecastChart({ minutes: minutes(3, 4), executorRatePerMinute: 1 }));
  assert.doesNotMatch(chart, /style=|<script|<style| on\w+=/);
});
