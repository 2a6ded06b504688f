/** What every page has. */
import './times.ts';
