import type { Config } from '../config.ts';
import type { Program } from '../program.ts';
import { VERSION } from '../version.ts';
import { wrap } from './layout.ts';
import { hidePasswords } from './settings/mask.ts';
import type { Output } from './terminal.ts';

/** Printed when the program is up: its address, the operator link, the data directory and how to stop. */
export function banner(config: Config, program: Program, { paint, columns }: Output): string {
  const facts = [
    ...(program.url === undefined ? [] : [fact('Open', program.url, paint('cyan', program.url))]),
    ...(program.operatorLink === null ? [] : operatorFacts(program.operatorLink, paint)),
    ...dataFacts(config, program),
    fact('Roles', config.roles.join(', ')),
    fact('Demo', config.demo === 'on' ? 'on: made-up publishers until there are sources' : 'off'),
    fact('Stop', 'Ctrl-C'),
  ];
  const title = `${paint('bold', config.name)}  ${paint('dim', titleEnd(config.name))}`;
  const lines = facts.flatMap(({ label, text, shown }) => {
    const [first = '', ...rest] = wrap(text, Math.max(40, Math.min(columns, 110) - LEFT));
    const shownLabel = paint('dim', label.padEnd(LABEL));
    return [
      `  ${shownLabel}${rest.length === 0 ? shown : first}`,
      ...rest.map(line => `${' '.repeat(LEFT)}${line}`),
    ];
  });
  return `\n  ${title}\n\n${lines.join('\n')}\n\n`;
}

function titleEnd(name: string): string {
  return name === 'Broadsheet' ? VERSION : `Broadsheet ${VERSION}`;
}

/** The address is alone on its line, so that terminals turn exactly it into a link. */
function operatorFacts({ url, expiresAt }: OperatorLink, paint: Output['paint']): Fact[] {
  const until = `${expiresAt.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  return [
    fact('Operator', url, paint('cyan', url)),
    fact('', `Works once, until ${until}, and makes its first user the operator. Keep it private.`),
  ];
}

function dataFacts(config: Config, { databaseDirectory, databaseRunsAs }: Program): Fact[] {
  if (config.databaseUrl !== undefined)
    return [fact('Data', config.data), fact('Database', hidePasswords(config.databaseUrl))];
  const isElsewhere = databaseDirectory !== undefined && !databaseDirectory.startsWith(`${config.data}/`);
  const runsAs = databaseRunsAs === undefined ? '' : `, which runs as ${databaseRunsAs}`;
  return [
    fact('Data', config.data),
    ...(isElsewhere ? [fact('Database', `${databaseDirectory} (PostgreSQL${runsAs})`)] : []),
  ];
}

function fact(label: string, text: string, shown = text): Fact {
  return { label, text, shown };
}

const LABEL = 12;
const LEFT = LABEL + 2;

type OperatorLink = NonNullable<Program['operatorLink']>;

interface Fact {
  label: string;
  text: string;
  /** The same with colour, for when it fits on one line. */
  shown: string;
}
