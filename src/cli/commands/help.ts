import { command } from '../command.ts';
import { UsageError } from '../failures.ts';
import { commandHelp, overview } from '../help.ts';
import { didYouMean } from '../suggest.ts';
import { printable } from '../terminal.ts';

export const help = command({
  name: 'help',
  summary: 'Show what the commands do.',
  usage: ['help [COMMAND]'],
  details: [],
  words: [0, 1],
  options: {},
  async run({ words: [wanted], terminal: { out }, commands }) {
    if (wanted === undefined) {
      out.write(overview(commands, out));
      return 0;
    }
    const found = commands.find(({ name }) => name === wanted);
    const names = commands.map(({ name }) => name);
    if (!found) throw new UsageError(`there is no command ${printable(wanted)}${didYouMean(wanted, names)}`);
    out.write(commandHelp(found, out));
    return 0;
  },
});
