import { command } from '../command.ts';
export const user = command({
  name: 'user',
  summary: '',
  usage: ['user'],
  details: [],
  words: [0, 0],
  options: {},
  async run() {
    return 0;
  },
});
