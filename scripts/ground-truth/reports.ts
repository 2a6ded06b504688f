import type { BreakingVerdict } from '../../src/stories/breaking/judge.testing.ts';
import type { GroundTruth, StoriesVerdict } from '../../src/stories/ground-truth.testing.ts';
import type { FlowVerdict } from '../../src/stories/ground-truth-flow.testing.ts';

/** STORY-2 against the ground truth of the world. */
export function storiesReport({ days, commit, lived, flow }: Made): string {
  return `# Stories on the ground truth of the demo world

Written by \`node scripts/ground-truth-report.ts\` at commit ${commit}. The articles of ${days} days of the demo world (300
publishers) run through the flow's functions (copies, stories, breaking news) in the order of storage, with
one clusterer for each language, without HTTP or database. An article without an event is a separate story. Agreement is
B-cubed, each article counting once. Goal: F1 at least 0.97.

${lived.map(storiesOfWeek).join('\n')}
${flow ? storiesOfFlow(flow) : ''}`;
}

function storiesOfWeek({ seed, truth, seconds }: Lived): string {
  const { articles, mistakenLanguages, copies } = truth;
  const [precision, recall, f1] = figures(copies);
  return `## Seed ${seed}

${number(articles)} articles, placed in ${Math.round(seconds)} s of processor time; ${mistakenLanguages} taken for another language.

${languageTable(truth)}

Copy groups against the wire texts they were copied from: precision ${precision}, recall ${recall}, F1 ${f1}.
`;
}

function storiesOfFlow(flow: Flow): string {
  return `## The flow itself, seed ${flow.seed}

${number(flow.articles)} articles of ${flow.hours} hours, stored in PostgreSQL, described in threads and clustered by the running flow with
a simulated clock; the evaluation uses the final tables.

${languageTable(flow)}
`;
}

function languageTable({ stories, byLanguage }: StoriesVerdict): string {
  const articles = byLanguage.reduce((sum, each) => sum + each.articles, 0);
  return `| language | articles | events | precision | recall | F1 |
|---|---:|---:|---:|---:|---:|
${byLanguage.map(each => row(each.language, each.articles, each.events, ...figures(each.stories))).join('\n')}
${row('all', articles, '', ...figures(stories))}`;
}

/** BREAK-1 against the ground truth of the world. */
export function breakingReport({ days, commit, lived, flow }: Made): string {
  const rows = lived.map(({ seed, truth }) => verdictRow(`seed ${seed}, ${days} days`, truth.breaking));
  if (flow) rows.push(verdictRow(`seed ${flow.seed}, ${flow.hours} hours through the flow`, flow.breaking));
  return `# Breaking news on the ground truth of the demo world

Written by \`node scripts/ground-truth-report.ts\` at commit ${commit}, from the same runs as ground-truth.md, with the stories of
the flow, so wrongly merged stories can cause a burst. src/stories/breaking/week.test.ts tests the detector alone, with
the true events as stories, for false alarms.

A story must be announced in its language. Delays are in simulated time, from the publication of the article that
made it breaking news to the announcement, with a resolution of one minute through the flow. Goals: found within two
minutes, no false alarm in a week.

| run | breaking stories | found | missed | median delay | longest delay | false alarms | announced again |
|---|---:|---:|---:|---:|---:|---:|---:|
${rows.join('\n')}
${lived.map(({ seed, truth }) => namesOf(`Seed ${seed}`, truth.breaking)).join('')}${flow ? namesOf('Through the flow', flow.breaking) : ''}`;
}

function verdictRow(
  name: string,
  { expected, missed, delays, falseAlarms, repeated }: BreakingVerdict,
): string {
  const median = delays[Math.floor(delays.length / 2)];
  const found = expected - missed.length;
  return row(
    name,
    expected,
    found,
    missed.length,
    minutes(median),
    minutes(delays.at(-1)),
    falseAlarms.length,
    repeated.length,
  );
}

/** The errors, by event name. */
function namesOf(run: string, { missed, falseAlarms, repeated }: BreakingVerdict): string {
  const parts = [
    ['missed', missed],
    ['false alarms', falseAlarms],
    ['announced again', repeated],
  ] as const;
  const errors = parts.flatMap(([what, names]) => (names.length > 0 ? [`${what}: ${names.join(', ')}`] : []));
  return errors.length > 0 ? `\n${run}: ${errors.join('; ')}.\n` : '';
}

function figures({ precision, recall, f1 }: GroundTruth['stories']): string[] {
  return [precision, recall, f1].map(figure => figure.toFixed(3));
}

function minutes(delay: number | undefined): string {
  return delay === undefined ? '' : `${(delay / 60_000).toFixed(1)} min`;
}

function number(value: number): string {
  return value.toLocaleString('en-US');
}

function row(...cells: readonly (string | number)[]): string {
  return `| ${cells.join(' | ')} |`;
}

export interface Lived {
  readonly seed: number;
  readonly truth: GroundTruth;
  readonly seconds: number;
}

type Flow = FlowVerdict & { readonly hours: number; readonly seed: number };

export interface Made {
  readonly days: number;
  readonly commit: string;
  readonly lived: readonly Lived[];
  readonly flow: Flow | null;
}
