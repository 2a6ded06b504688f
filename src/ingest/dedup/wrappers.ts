/**
 * The address inside an address that only counts a click and redirects, or null. Only what the address itself contains:
 * short links would need a request.
 */
export function unwrap(url: URL, host: string): string | null {
  const rest = url.pathname + url.search;
  if (!mayWrap(rest)) return null;
  const inPath = addressInPath(host, rest);
  if (inPath !== null) return inPath;
  const wrapper = WRAPPERS.find(
    ({ hosts, paths }) => hosts.test(host) && (paths?.test(url.pathname) ?? true),
  );
  if (!wrapper) return null;
  // Sorted, because the order of parameters must not matter.
  const targets = wrapper.parameters.flatMap(name => url.searchParams.getAll(name).sort());
  return targets.map(asAddress).find(target => target !== null) ?? null;
}

/** False for nearly every address: one that contains no second address. */
export function mayWrap(rest: string): boolean {
  return /.http|\/(?:amp|[a-z])\/|[?&]u=a1/i.test(rest);
}

/** `google.com/amp/s/example.com/a`, `example-com.cdn.ampproject.org/c/s/example.com/a`, `anonym.to/?https://...`. */
function addressInPath(host: string, rest: string): string | null {
  if (AMP_CACHE_HOST.test(host) || (GOOGLE.test(host) && rest.startsWith('/amp/'))) {
    const [, secure, target] = AMP_CACHE_PATH.exec(rest) ?? [];
    return target === undefined ? null : asAddress(`${secure === undefined ? 'http' : 'https'}://${target}`);
  }
  const wrapper = IN_PATH.find(({ hosts }) => hosts.test(host));
  const target = wrapper?.target.exec(rest)?.[1];
  return target === undefined ? null : asAddress(decoded(target));
}

/** Bing encodes the target in base64. */
function asAddress(text: string): string | null {
  const plain = text.startsWith('a1') ? Buffer.from(text.slice(2), 'base64url').toString() : text;
  return /^https?:\/\/[^/]/i.test(plain) && URL.canParse(plain) ? plain : null;
}

function decoded(text: string): string {
  return text.replace(/%(3a|2f|3f|3d|26|25|23)/gi, encoded =>
    String.fromCharCode(Number.parseInt(encoded.slice(1), 16)),
  );
}

const GOOGLE = /(?:^|\.)google\.[a-z]{2,3}(?:\.[a-z]{2})?$/;
const AMP_CACHE_HOST = /(?:^|\.)(?:cdn\.ampproject\.org|ampproject\.net|bing-amp\.com)$/;
const AMP_CACHE_PATH = /^\/(?:[a-z]\/|amp\/)(s\/)?([^/].*)$/;

const IN_PATH: readonly { readonly hosts: RegExp; readonly target: RegExp }[] = [
  {
    hosts:
      /^(?:www\.)?(?:anonym\.(?:to|es)|href\.li|nullrefer\.com|dereferer\.(?:me|org)|hidereferrer\.com)$/,
    target: /^\/\?(https?(?::|%3a).*)$/i,
  },
  {
    hosts: /^outgoing\.prod\.(?:mozaws\.net|webservices\.mozgcp\.net)$/,
    target: /^\/v1\/[0-9a-f]{64}\/(https?.*)$/i,
  },
  { hosts: /(?:^|\.)awstrack\.me$/, target: /^\/L0\/(https?[^/]*)/i },
  { hosts: /^r\.search\.yahoo\.com$/, target: /\/RU=(https?[^/]*)/i },
  {
    hosts: /^(?:www\.)?(?:12ft\.io|outline\.com|txtify\.it|freedium\.cfd|scribe\.rip)$/,
    target: /^\/(?:proxy\?q=)?(https?(?::|%3a).*)$/i,
  },
  { hosts: /^urldefense\.(?:com|us)$/, target: /^\/v3\/__(https?:.*?)__;/i },
  { hosts: /(?:^|\.)deviantart\.com$/, target: /\/outgoing\?(https?.*)$/i },
];

const WRAPPERS: readonly Wrapper[] = [
  {
    hosts: GOOGLE,
    paths: /^\/(?:url|imgres|aclk|scholar_url|interstitial)$/,
    parameters: ['url', 'q', 'adurl', 'imgrefurl'],
  },
  { hosts: /^translate\.google\.[a-z.]+$/, paths: /^\/translate/, parameters: ['u'] },
  { hosts: /^consent\.(?:google|youtube)\.[a-z.]+$/, parameters: ['continue'] },
  { hosts: /(?:^|\.)(?:googleadservices\.com|doubleclick\.net)$/, parameters: ['adurl'] },
  { hosts: /^googleweblight\.com$/, parameters: ['lite_url', 'u'] },
  {
    hosts: /^lm?[a-z]?\.(?:facebook|instagram|messenger|threads|workplace)\.(?:com|net)$/,
    parameters: ['u'],
  },
  {
    hosts: /^(?:www\.|m\.)?facebook\.com$/,
    paths: /^\/(?:l|flx\/warn|sharer(?:\/sharer)?)(?:\.php|\/)?$/,
    parameters: ['u'],
  },
  { hosts: /^(?:out|click)\.reddit(?:mail)?\.com$/, parameters: ['url'] },
  { hosts: /(?:^|\.)youtube\.com$/, paths: /^\/redirect$/, parameters: ['q'] },
  { hosts: /^(?:www\.)?(?:twitter|x)\.com$/, paths: /^\/i\/redirect$/, parameters: ['url'] },
  { hosts: /^t\.umblr\.com$/, paths: /^\/redirect$/, parameters: ['z'] },
  {
    hosts: /^(?:www\.)?linkedin\.com$/,
    paths: /^\/(?:redir\/(?:redirect|general-malware-page)|safety\/go|authwall)/,
    parameters: ['url', 'sessionRedirect'],
  },
  { hosts: /^(?:m\.|away\.)?vk\.(?:com|ru)$/, paths: /^\/away(?:\.php)?$/, parameters: ['to'] },
  { hosts: /^steamcommunity\.com$/, paths: /^\/linkfilter/, parameters: ['url', 'u'] },
  { hosts: /^(?:www\.)?bing\.com$/, paths: /^\/(?:ck\/a|news\/apiclick\.aspx)$/, parameters: ['u', 'url'] },
  { hosts: /^(?:www\.)?duckduckgo\.com$/, paths: /^\/l\/?$/, parameters: ['uddg'] },
  {
    hosts: /^(?:www\.)?ecosia\.org$|^(?:www\.)?qwant\.com$|^(?:www\.)?startpage\.com$/,
    paths: /^\/(?:url|redirect)/,
    parameters: ['url', 'u'],
  },
  { hosts: /^(?:[a-z0-9]+\.)*safelinks\.protection\.outlook\.com$/, parameters: ['url'] },
  { hosts: /^urldefense\.proofpoint\.com$/, parameters: ['u'] },
  { hosts: /^(?:slack-redir\.net|slackredir\.net)$/, parameters: ['url'] },
  {
    hosts: /^(?:www\.)?medium\.com$/,
    paths: /^\/(?:r|m\/global-identity(?:-2)?)\/?$/,
    parameters: ['url', 'redirectUrl'],
  },
  {
    hosts: /(?:^|\.)(?:getpocket\.com|flipboard\.com)$/,
    paths: /^\/(?:redirect|save)$/,
    parameters: ['url'],
  },
  { hosts: /^(?:www\.)?disq\.us$/, parameters: ['url'] },
  { hosts: /^(?:exit|gate)\.sc$/, parameters: ['url'] },
  {
    hosts: /^(?:go\.redirectingat\.com|go\.skimresources\.com|redirect\.viglink\.com)$/,
    parameters: ['url', 'u'],
  },
  {
    hosts:
      /(?:^|\.)(?:linksynergy\.com|tradedoubler\.com|admitad\.com|awin1\.com|shareasale\.com|digidip\.net|srvtrck\.com|dpbolvw\.net|anrdoezrs\.net|jdoqocy\.com|kqzyfj\.com|tkqlhce\.com|effiliation\.com|exactag\.com|smartredirect\.de|webgains\.com|idealo-partner\.com|mailtrack\.io|flexlinkspro\.com)$/,
    parameters: ['url', 'murl', 'ulp', 'ued', 'p', 'urllink', '_td_deeplink', 'wgtarget', 'trg'],
  },
  { hosts: /^rover\.ebay\.[a-z.]+$/, parameters: ['mpre'] },
  { hosts: /(?:^|\.)(?:curseforge\.com)$/, paths: /^\/linkout$/, parameters: ['remoteUrl'] },
  {
    hosts:
      /^(?:www\.)?(?:pixiv\.net|zhihu\.com|link\.zhihu\.com|jianshu\.com|juejin\.cn|link\.juejin\.cn|c\.pc\.qq\.com)$|^link\.csdn\.net$/,
    parameters: ['target', 'url'],
  },
  { hosts: /^guce\.[a-z.]+$|^consent\.yahoo\.com$/, parameters: ['done'] },
];

interface Wrapper {
  readonly hosts: RegExp;
  readonly paths?: RegExp;
  readonly parameters: readonly string[];
}
