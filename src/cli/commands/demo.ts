import { command } from '../command.ts';

export const demo = command({
  name: 'demo',
  summary: 'Show whether the demo edition is installed, or remove it.',
  usage: ['demo status [--json]', 'demo remove'],
  details: [
    'An installation without sources shows the demo edition: made-up publishers, clearly labelled. `remove` permanently removes all its sources and articles, and nothing else; run it again to finish an interrupted removal.',
    'The removal is in the audit log. Works while the program is running.',
  ],
  words: [1, 1],
  options: {
    json: { kind: 'switch', help: 'Print JSON (status).' },
  },
  async run(invocation) {
    const { workOnDemo } = await import('../demo.ts');
    return workOnDemo(invocation, invocation.options);
  },
});
