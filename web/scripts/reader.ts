/** What makes reading handier. Everything works without it. */
import './keyboard.ts';
import './fresh.ts';
import './keep.ts';
import './live.ts';
import './offline.ts';
import './suggest/index.ts';
