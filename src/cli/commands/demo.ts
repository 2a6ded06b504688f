import { command } from '../command.ts';

export const demo = command({
  name: 'demo',
  summary: 'See whether the demo edition is there, and remove it.',
  usage: ['demo status [--json]', 'demo remove'],
  details: [
    'The demo edition is what an installation without sources shows: made-up publishers, clearly labelled so. `remove` takes out all its sources and articles, for good, and nothing else; asked again, it finishes what was interrupted.',
    'The removal is in the audit log. The program may run meanwhile.',
  ],
  words: [1, 1],
  options: {
    json: { kind: 'switch', help: 'As JSON, for programs (status).' },
  },
  async run(invocation) {
    const { workOnDemo } = await import('../demo.ts');
    return workOnDemo(invocation, invocation.options);
  },
});
