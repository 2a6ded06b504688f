import { command } from '../command.ts';

export const rebuild = command({
  name: 'rebuild',
  summary: 'Derive counts, interests, trending, stories, search or feeds again.',
  usage: ['rebuild counts|interests|trending|stories|search|feeds', 'rebuild all'],
  details: [
    '`counts` and `interests` come from all archived and stored signals, `trending` from those of the last day, `stories` (headlines, counts, topics, names) from their articles, `search` from all articles, `feeds` from all stories. Articles, the story of each article, editors’ decisions and what readers chose are not derived and stay.',
    'Works while the program is running, and reports its progress. It can be interrupted at any time; run it again to complete it.',
  ],
  words: [1, 1],
  options: {},
  async run(invocation) {
    const { rebuildDerived } = await import('../rebuild.ts');
    return rebuildDerived(invocation);
  },
});
