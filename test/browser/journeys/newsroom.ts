import { atEnd } from '../../harness/cleanup.ts';
import type { Person } from '../../harness/people.ts';
import type { TestProgram } from '../../harness/program.ts';
import { createTestPeople, type TestUser } from '../../http/support/test-people.ts';

/** An operator of the shared program, whose clock advances for as long as the file runs. */
export async function startNewsroom(site: TestProgram): Promise<TestUser & Pick<Person, 'cookie'>> {
  // Edits and feeds wait by the program's clock, so it must advance.
  const ticking = setInterval(() => site.clock.advance(50), 50);
  atEnd(() => clearInterval(ticking));
  const operator = await createTestPeople(site).person({ name: 'Op', roles: ['operator'] });
  return { ...operator, cookie: operator.headers['cookie'] ?? '' };
}
