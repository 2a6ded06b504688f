import type { Command } from '../command.ts';
import { backup } from './backup.ts';
import { config } from './config.ts';
import { counts } from './counts.ts';
import { demo } from './demo.ts';
import { doctor } from './doctor.ts';
import { evalCommand } from './eval.ts';
import { extract } from './extract.ts';
import { fetchCommand } from './fetch.ts';
import { help } from './help.ts';
import { log } from './log.ts';
import { migrate } from './migrate.ts';
import { parse } from './parse.ts';
import { queue } from './queue.ts';
import { rebuild } from './rebuild.ts';
import { renewSecret } from './renew-secret.ts';
import { restore } from './restore.ts';
import { run } from './run.ts';
import { search } from './search.ts';
import { source } from './source.ts';
import { task } from './task.ts';
import { up } from './up.ts';
import { user } from './user.ts';
import { world } from './world.ts';

/** Every command, in the order in which `broadsheet help` lists them. */
export const COMMANDS: readonly Command[] = [
  up,
  run,
  config,
  doctor,
  user,
  source,
  fetchCommand,
  parse,
  extract,
  evalCommand,
  log,
  queue,
  task,
  counts,
  search,
  rebuild,
  world,
  demo,
  migrate,
  backup,
  restore,
  renewSecret,
  help,
];
