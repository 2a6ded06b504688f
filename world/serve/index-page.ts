import type { Publisher } from '../types.ts';
import type { World } from '../world.ts';
import { LABEL, LABEL_SENTENCE, escapeXml as x } from './labels.ts';

const MAX_LISTED = 500;

/** The list of publishers of this world, for people who inspect the demo edition. */
export function indexPage(world: World, homeUrlOf: (publisher: Publisher) => string): string {
  const rows = Array.from({ length: Math.min(MAX_LISTED, world.publisherCount) }, (_, index) => {
    const publisher = world.publisherAt(index);
    const remark = publisher.fault ? ` (broken on purpose: ${publisher.fault})` : '';
    return `<li><a href="${homeUrlOf(publisher)}/">${x(publisher.name)}</a>, ${x(publisher.city)}, ${publisher.language}, ${publisher.style}${remark}</li>`;
  });
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${LABEL}</title></head>
<body><h1>${LABEL}</h1><p>${LABEL_SENTENCE}</p><ul>${rows.join('\n')}</ul></body></html>
`;
}
