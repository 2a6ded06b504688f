import { command } from '../command.ts';
export const doctor = command({
  name: 'doctor',
  summary: '',
  usage: ['doctor'],
  details: [],
  words: [0, 0],
  options: {},
  async run() {
    return 0;
  },
});
