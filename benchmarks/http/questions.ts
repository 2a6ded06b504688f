import { Session } from 'node:inspector/promises';

/** A server of a comparison sends its port to its parent, then answers the parent's questions. */
export function answerQuestions(port: number): void {
  const profiler = new Session();
  process.on('message', async question => process.send?.(await answers(String(question))));
  process.on('disconnect', () => process.exit(0));
  process.send?.({ port });

  async function answers(question: string): Promise<object> {
    if (question === 'cpu') return { cpu: process.cpuUsage() };
    if (question === 'profile') return profiler.post('Profiler.stop');
    profiler.connect();
    await profiler.post('Profiler.enable');
    await profiler.post('Profiler.setSamplingInterval', { interval: 250 });
    await profiler.post('Profiler.start');
    return {};
  }
}
