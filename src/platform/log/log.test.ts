import { describeLogContract } from './contract.ts';
import { testLogs } from './log.testing.ts';

const { database, open } = await testLogs();
describeLogContract('on PostgreSQL', { database, open: () => open() });
