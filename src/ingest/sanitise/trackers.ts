/** Whether a picture or frame is a tracker. The address is absolute. */
export function isTracker(address: string): boolean {
  const [, host = '', path = ''] = ADDRESS.exec(address) ?? [];
  return isCounterHost(host) || COUNTER_PATHS.test(host + path);
}

/** Whether a width or height is 0 or 1 pixel. */
export function isTiny(size: string | undefined): boolean {
  return size !== undefined && size.length < 12 && /^\s*[01](?:\.0*)?\s*(?:px)?\s*$/i.test(size);
}

/** The host itself or any subdomain. */
function isCounterHost(host: string): boolean {
  for (let name = host, dot = 0; dot >= 0; name = name.slice(dot + 1)) {
    if (COUNTER_HOSTS.has(name)) return true;
    dot = name.indexOf('.');
  }
  return false;
}

const ADDRESS = /^https?:\/\/([^/:?#]*)(?::\d+)?([^?#]*)/;

const COUNTER_HOSTS = new Set([
  '2o7.net',
  'adnxs.com',
  'adsymptotic.com',
  'amazon-adsystem.com',
  'bat.bing.com',
  'bluekai.com',
  'chartbeat.net',
  'cntr.sphere.com',
  'crwdcntrl.net',
  'doubleclick.net',
  'everesttech.net',
  'feedsportal.com',
  'google-analytics.com',
  'googleadservices.com',
  'googlesyndication.com',
  'googletagmanager.com',
  'imrworldwide.com',
  'intensedebate.com',
  'ivwbox.de',
  'media6degrees.com',
  'metrics.apple.com',
  'moatads.com',
  'omtrdc.net',
  'outbrain.com',
  'parsely.com',
  'pheedo.com',
  'pixel.wp.com',
  'pixel.facebook.com',
  'px.ads.linkedin.com',
  'quantserve.com',
  'rlcdn.com',
  'rtbsrv.com',
  'scorecardresearch.com',
  'sharethis.com',
  'statcounter.com',
  'stats.wordpress.com',
  'stats.wp.com',
  'taboola.com',
  'vgwort.de',
  'xiti.com',
]);

/** Trackers on hosts that also have real pictures. */
const COUNTER_PATHS =
  /^(?:feeds\.feedburner\.com\/~(?:r|ff|a)\/|(?:www\.)?facebook\.com\/tr(?:\/|$)|(?:www\.)?linkedin\.com\/px|(?:t|analytics)\.(?:co|twitter\.com)\/i\/|medium\.com\/_\/stat|feeds\.wordpress\.com\/1\.0\/|blogger\.googleusercontent\.com\/tracker\/|(?:[\w-]+\.)?feedburner\.com\/~|[^/]+\/(?:pixel|tracking-pixel|track(?:er|ing)?)\.(?:gif|png|php)$)/i;
