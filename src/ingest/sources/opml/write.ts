import { xmlText } from '../../../lib/xml-text.ts';

/** SRC-3: sources as an OPML 2.0 list, in their folders, in the form that feed readers accept. */
export function writeOpml(sources: Iterable<ExportedSource>, { title, at }: OpmlHead): string {
  const root: Folder = { folders: new Map(), entries: [] };
  for (const source of sources) folderAt(root, splitFolder(source.folder)).entries.push(source);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<opml version="2.0">',
    '  <head>',
    `    <title>${escaped(title)}</title>`,
    `    <dateCreated>${at.toUTCString()}</dateCreated>`,
    '  </head>',
    '  <body>',
    ...outlinesOf(root, '    '),
    '  </body>',
    '</opml>',
    '',
  ].join('\n');
}

/** `World/Asia\/Pacific` names the folder `Asia/Pacific` within `World`. */
export function splitFolder(folder: string | null): string[] {
  const names = folder?.match(/(?:\\.|[^/\\])+/gs) ?? [];
  return names.map(name => name.replace(/\\(.)/gs, '$1'));
}

function folderAt(root: Folder, names: readonly string[]): Folder {
  let folder = root;
  for (const name of names) {
    const inner = folder.folders.get(name) ?? { folders: new Map(), entries: [] };
    folder.folders.set(name, inner);
    folder = inner;
  }
  return folder;
}

function outlinesOf({ folders, entries }: Folder, indent: string): string[] {
  const inner = [...folders].flatMap(([name, folder]) => [
    `${indent}<outline${attribute('text', name)}${attribute('title', name)}>`,
    ...outlinesOf(folder, `${indent}  `),
    `${indent}</outline>`,
  ]);
  return [...inner, ...entries.map(entry => `${indent}${outlineOf(entry)}`)];
}

function outlineOf({ name, url, homePage, language }: ExportedSource): string {
  const optional = [
    homePage === null ? '' : attribute('htmlUrl', homePage),
    language === null ? '' : attribute('language', language),
  ];
  return `<outline type="rss"${attribute('text', name)}${attribute('title', name)}${attribute('xmlUrl', url)}${optional.join('')}/>`;
}

function attribute(name: string, value: string): string {
  return ` ${name}="${escaped(value)}"`;
}

/** Line breaks are references, because they would become blanks. */
function escaped(text: string): string {
  return xmlText(text).replace(/[&<>"\t\n\r]/g, character => REFERENCES[character] ?? '');
}

const REFERENCES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
};

export interface ExportedSource {
  readonly name: string;
  readonly url: string;
  readonly homePage: string | null;
  readonly language: string | null;
  readonly folder: string | null;
}

export interface OpmlHead {
  readonly title: string;
  readonly at: Date;
}

interface Folder {
  readonly folders: Map<string, Folder>;
  readonly entries: ExportedSource[];
}
