/** Reading aids. Every page works without them. */
import './keyboard.ts';
import './fresh.ts';
import './feedback.ts';
import './keep.ts';
import './live.ts';
import './offline.ts';
import './suggest/index.ts';
