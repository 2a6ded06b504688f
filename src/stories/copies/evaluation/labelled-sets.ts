import { type LabelledRow, readLabelledFiles } from '../../../lib/evaluation/labelled-files.ts';

/** The labelled sets in a file or folder: wire texts under several sources, and headlines before and after an edit. */
export async function readCopySets(data: string): Promise<LabelledCopySet[]> {
  return (await readLabelledFiles(data)).flatMap(({ rows }) => {
    const [first] = rows;
    if (first && Array.isArray(first['members'])) return [syndicated(rows)];
    return first && 'title0' in first ? [titleEdits(rows)] : [];
  });
}

/** Wire texts under several sources, in the order they were first seen. */
function syndicated(groups: readonly LabelledRow[]): LabelledCopySet {
  const texts = groups.flatMap(group => {
    const label = String(group['group']);
    return list(group['members']).map(member => ({
      label,
      title: string(field(member, 'title')),
      summary: string(field(member, 'description')),
      bodyText: string(field(member, 'content')),
      source: hostOf(string(field(member, 'url'))),
      storedAt: 1000 * Number(field(member, 'first_seen')),
    }));
  });
  return { name: 'syndicated_groups', texts: texts.toSorted((a, b) => a.storedAt - b.storedAt) };
}

/** A headline before and after an edit, each pair a separate group, as if from two sources. */
function titleEdits(edits: readonly LabelledRow[]): LabelledCopySet {
  const texts = edits.flatMap((edit, number) =>
    ['0', '1'].map(version => ({
      label: String(number),
      title: string(edit[`title${version}`]),
      summary: '',
      bodyText: '',
      source: version,
      storedAt: 1000 * Number(edit[`t${version}`]),
    })),
  );
  return { name: 'title_edits', texts: texts.toSorted((a, b) => a.storedAt - b.storedAt) };
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null
    ? Object.getOwnPropertyDescriptor(value, name)?.value
    : undefined;
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function string(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** A company has many sites under one name; the site is the source. */
function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname : url;
}

export interface LabelledText {
  readonly label: string;
  readonly title: string;
  readonly summary: string;
  readonly bodyText: string;
  readonly source: string;
  readonly storedAt: number;
}

export interface LabelledCopySet {
  readonly name: string;
  readonly texts: readonly LabelledText[];
}
