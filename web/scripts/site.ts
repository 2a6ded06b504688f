/** Scripts of every page. */
import './times.ts';
